import type { Json, JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import type { CallOutcome } from '../call-result.ts';
import { hideTexts } from '../leaf-texts.ts';
import type { ErrorClass, ToolErrorCode } from '../observation.ts';
import { redactSecrets } from '../redact-secrets.ts';
import type { Tool } from '../tool.ts';

/**
 * What an audit is told. `decision`: before anything starts, for every call, whether it may; a call that may not has the
 * `code` of its refusal. `ended`: what became of a call that was allowed, also of one that did not
 * start after all. Both carry the same `callId`. A call that was allowed and has no end is one during which the process ended.
 */
export type AuditEvent = {
  /** Milliseconds, by the clock of the call. */
  readonly at: number;
  /** As the model wrote it, where there is no such tool. */
  readonly tool: string;
  /** Of this call alone, where two calls of one content have one `idempotencyKey`. */
  readonly callId: string;
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
      /** The call is not made: the recorded result of an identical one is given again. It has no end then. */
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

/** What a call was asked to do, as an audit may keep it: checked arguments, or what was sent. */
export type AuditedCall = {
  readonly tool: Tool | undefined;
  readonly args: unknown;
  /** The texts of sensitive arguments, which a schema may have put under other names. */
  readonly textsToHide: readonly string[];
};

/** Arguments as an audit may keep them. */
export function auditedArguments({ tool, args, textsToHide }: AuditedCall): Json {
  const shown = toJson(args);
  const sensitive = tool?.sensitive ?? [];
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) {
    // Without names nothing tells which part is sensitive.
    return sensitive.length > 0 && shown !== null ? hidden : redactSecrets(shown);
  }
  const names = sensitive.filter((name) => Object.hasOwn(shown, name));
  const safe = hideLeaves(shown, textsToHide) as JsonObject;
  return redactSecrets({ ...safe, ...Object.fromEntries(names.map((name) => [name, hidden])) });
}

/** A reason as an audit may keep it. */
export function auditedReason(reason: string, textsToHide: readonly string[]): string {
  return redactSecrets(hideTexts(reason, textsToHide)) as string;
}

const hidden = '[hidden]';

function hideLeaves(value: Json, texts: readonly string[]): Json {
  if (texts.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => hideLeaves(item, texts));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => [
      hideTexts(name, texts),
      hideLeaves(member, texts),
    ]);
    return Object.fromEntries(members);
  }
  if (typeof value === 'string') return hideTexts(value, texts);
  return typeof value === 'number' && texts.includes(String(value)) ? hidden : value;
}
