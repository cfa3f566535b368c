import type { JsonObject } from '@loopwright/core-parser';
import type { WireQuirks } from './quirks.ts';
import type { WireApi } from './wire-types.ts';

/** An error as a service words it. */
export type WireError = {
  readonly message: string;
  /** The kind of error in the words of the format. */
  readonly type: string;
  readonly code?: string | null;
  readonly param?: string | null;
  readonly details?: JsonObject;
};

/** The body of an error in the shape of the format. */
export function errorBody(api: WireApi, error: WireError): JsonObject {
  const { message, type, code = null, param = null, details } = error;
  if (api === 'chat') return { error: { message, type, param, code } };
  const inner = { type, message, ...(details === undefined ? {} : { details }) };
  return { type: 'error', error: inner, request_id: 'req_wire' };
}

/** The body of a refused request. */
export function refusalBody(
  api: WireApi,
  refusal: { message: string; param: string | null },
  { errorShape }: WireQuirks,
): JsonObject {
  const { message, param } = refusal;
  if (api === 'chat' && errorShape === 'flat') {
    return { object: 'error', message, type: 'BadRequestError', param, code: 400 };
  }
  return errorBody(api, { message, param, type: 'invalid_request_error' });
}
