import type { Tool } from './tool.ts';

/** One function type per tool, so that the contexts of all tools can be intersected below. */
type ContextConsumers<AnyTool> =
  AnyTool extends Tool<infer _Args, infer Context> ? (context: Context) => void : never;

/** The context that all tools of a list together need; `unknown` when none needs one. */
export type ContextOf<Tools extends readonly Tool[]> =
  ContextConsumers<Tools[number]> extends (context: infer Context) => void ? Context : never;

/** `{ context }`, required exactly when the tools need one. Tools whose type was erased ask for nothing. */
export type ContextOption<Tools extends readonly Tool[]> =
  unknown extends ContextOf<Tools>
    ? { context?: unknown }
    : [ContextOf<Tools>] extends [never]
      ? { context?: unknown }
      : { context: ContextOf<Tools> };
