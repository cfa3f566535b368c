import type { Json } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import type { CallOutcome } from './call-result.ts';
import type { ErrorClass, ToolErrorCode } from './observation.ts';
import { redactSecrets } from './redact-secrets.ts';
import type { Tool } from './tool.ts';

/**
 * What an audit is told. `decision`: before anything starts, for every call, whether it may; a call that may not has the
 * `code` of its refusal. `ended`: what became of a call that was allowed. Both carry the same `idempotencyKey`. A
 * decision without an end is a call during which the process ended.
 */
export type AuditEvent = {
  /** Milliseconds, by the clock of the call. */
  readonly at: number;
  /** As the model wrote it, where there is no such tool. */
  readonly tool: string;
  readonly idempotencyKey: string;
} & (
  | {
      readonly type: 'decision';
      /** Values of sensitive arguments are hidden, and what looks like a secret is redacted. */
      readonly args: Json;
      readonly allowed: boolean;
      /** Why not, also where the model is not told. */
      readonly reason?: string;
      readonly code?: ToolErrorCode;
      /** The call is not made: the recorded result of an identical one is given again. It has no end. */
      readonly reused?: true;
    }
  | {
      readonly type: 'ended';
      readonly ok: boolean;
      readonly outcome: CallOutcome;
      readonly code?: ToolErrorCode;
      readonly class?: ErrorClass;
      /** How often the tool was started. */
      readonly attempts: number;
      /** Milliseconds of the call. */
      readonly ms: number;
    }
);

/** Takes an event, for example by storing it. A decision counts as taken when this has returned or resolved. */
export type Audit = (event: AuditEvent) => void | Promise<void>;

/** Arguments as an audit may keep them. */
export function auditedArguments(tool: Tool | undefined, args: unknown): Json {
  const shown = toJson(args);
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) {
    return redactSecrets(shown);
  }
  const hidden = (tool?.sensitive ?? []).filter((name) => Object.hasOwn(shown, name));
  return redactSecrets({
    ...shown,
    ...Object.fromEntries(hidden.map((name) => [name, '[hidden]'])),
  });
}
