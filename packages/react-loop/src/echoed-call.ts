import type { RawCall } from '@loopwright/agent-run';
import { jsonLine } from '@loopwright/core-parser';
import { capJson, capName } from './echoed-step.ts';

/** A call as the next native request shows it: valid to send, and of bounded length. */
export function capCall(call: RawCall): RawCall {
  const { id, name, args } = withJsonArgs(call);
  const { json, isCut } = capJson(args);
  return { id, name: capName(name), args: isCut ? jsonLine({ cut: json }) : args };
}

/** Arguments that are no JSON object, as some servers refuse them in a conversation, stand as text in one. */
export function withJsonArgs(call: RawCall): RawCall {
  if (call.args.trim() === '') return { ...call, args: '{}' };
  return isJsonObject(call.args) ? call : { ...call, args: jsonLine({ unreadable: call.args }) };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
