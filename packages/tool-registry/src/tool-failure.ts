import { hasBrand } from './brand.ts';
import type { ErrorClass } from './observation.ts';

/** The codes that a tool may give: all others are the dispatcher's, which runs are steered by. */
export const toolFailureCodes = ['failed', 'denied'] as const;

/** One of {@link toolFailureCodes}. */
export type ToolFailureCode = (typeof toolFailureCodes)[number];

/** A failure that a tool reports on purpose, by throwing or by returning it. */
export type ToolFailure = Error & {
  readonly class: ErrorClass;
  readonly code: ToolFailureCode;
  readonly retryAfterMs?: number;
  readonly notStarted: boolean;
};

/** Options of {@link toolFailure}. */
export type ToolFailureOptions = {
  /** What the model reads. */
  message: string;
  /** What kind of failure it was. Default `permanent`. */
  class?: ErrorClass;
  /** `denied` when somebody was not allowed to do it. Default `failed`. */
  code?: ToolFailureCode;
  /** The name in the text, as in `ERROR[tool]: Type: message`. Default `ToolFailure`. */
  type?: string;
  /** Milliseconds to wait before another attempt. */
  retryAfterMs?: number;
  /** The effect has certainly not happened. Default false: with an effect, the outcome is then unknown. */
  notStarted?: boolean;
};

const brand = Symbol.for('@loopwright/tool-registry/ToolFailure');

/**
 * Makes a failure for a tool to throw or to return; both give the same observation with `ok: false`. Nothing is read
 * out of the text of an ordinary result, so this is how a tool says that it did not work.
 */
export function toolFailure(options: ToolFailureOptions): ToolFailure {
  const failure = new Error(options.message);
  failure.name = options.type ?? 'ToolFailure';
  return Object.assign(failure, {
    class: options.class ?? 'permanent',
    code: options.code ?? 'failed',
    notStarted: options.notStarted ?? false,
    ...(options.retryAfterMs === undefined ? {} : { retryAfterMs: options.retryAfterMs }),
    [brand]: true,
  } as const);
}

/** A failure before the effect could begin, so that a tool with an effect may safely be called again. */
export function notStarted(message: string): ToolFailure {
  return toolFailure({ message, class: 'transient', notStarted: true, type: 'NotStarted' });
}

/** True for a {@link ToolFailure}, also one made by another copy of this package. */
export function isToolFailure(value: unknown): value is ToolFailure {
  return hasBrand(value, brand);
}
