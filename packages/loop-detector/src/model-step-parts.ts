import type { JsonObject } from '@loopwright/core-parser';
import { canonicalJson, toJson } from '@loopwright/core-parser';
import type { GuardedCall, GuardedObservation } from './step.ts';

/** A call as a framework records it. Arguments that are no object are kept under the name `value`. */
export function recordedCall(tool: string, args: unknown): GuardedCall {
  const json = toJson(args ?? {});
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return { tool, args: isObject ? (json as JsonObject) : { value: json } };
}

/** A call whose arguments are JSON text, as models send them. Text that is no JSON is compared as text. */
export function recordedTextCall(tool: string, text: string): GuardedCall {
  if (text === '') return recordedCall(tool, {});
  try {
    return recordedCall(tool, JSON.parse(text));
  } catch {
    return recordedCall(tool, text);
  }
}

/** What a call that went well returned. */
export function success(tool: string, value: unknown): GuardedObservation {
  const json = toJson(value);
  return {
    tool,
    ok: true,
    value: json,
    text: typeof json === 'string' ? json : canonicalJson(json),
  };
}

/** What a call that failed said, as an error or as text. */
export function failure(tool: string, error: unknown): GuardedObservation {
  const json = toJson(error);
  const message = typeof json === 'string' ? json : canonicalJson(json);
  return {
    tool,
    ok: false,
    text: message,
    error: { type: 'Error', class: 'unknown', message },
  };
}

/** The observation of a call that nothing came back for: the framework ran it elsewhere, or not yet. */
export function withoutResult(tool: string): GuardedObservation {
  return { tool, ok: true, text: '' };
}
