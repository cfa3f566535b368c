import { toJson } from '@loopwright/core-parser';
import type { Call } from '@loopwright/tool-registry';

/**
 * A call as data. Code that chooses calls by itself may hand in anything, and what cannot be stored would fail the
 * run at its end. A copy: what is told of a call does not change with the caller's object.
 */
export function plainCall(call: Call): Call {
  return toJson(call) as Call;
}
