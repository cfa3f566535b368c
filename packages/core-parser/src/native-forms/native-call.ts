import type { Json } from '../json/json.ts';
import type { JsonFailure } from '../json/json-cursor.ts';
import type { ParseErrorCode } from '../parse-error-code.ts';

/** A call as a native form writes it. */
export type NativeCall = {
  name: string;
  /** The arguments, whatever they are; undefined when there are none. */
  input: Json | undefined;
  /** The text that the arguments were read from, '' when there are none. */
  rawInput: string;
  repaired: boolean;
  /** The object of the call has members beside its arguments that no form knows. */
  membersIgnored?: boolean;
};

/** A call and where it ends, its closing markers included, or why it cannot be read. */
export type CallReading = { ok: true; call: NativeCall; end: number } | CallFailure;

/** Why a call cannot be read. The message is fit to be shown to the model. */
export type CallFailure = { ok: false; code: ParseErrorCode; message: string };

/** A failure to read a call. */
export function callFailure(code: ParseErrorCode, message: string): CallFailure {
  return { ok: false, code, message };
}

/** A failure to read the JSON of a call. */
export function callJsonFailure({ code, message }: JsonFailure): CallFailure {
  return callFailure(code, `The call cannot be read. ${message}`);
}

export const severalCallsMessage =
  'The reply holds several calls. Write one, and wait for its result.';
