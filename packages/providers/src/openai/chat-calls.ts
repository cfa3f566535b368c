import type { RawCall } from '@loopwright/agent-run';
import { type Fields, fieldsOf, isFields, parseJson, textOf } from '../shared/fields.ts';
import { modelCallError } from '../shared/model-call-error.ts';
import { sendableArguments } from '../shared/sendable-calls.ts';

/** A call as chat completions write it. */
export type ChatCall = {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
};

/**
 * A call to be sent back. Its arguments are the text that the model wrote, byte for byte; where that is no JSON object,
 * which strict servers refuse in a history, they are the object that was read out of it.
 */
export function toChatCall({ id, name, args }: RawCall): ChatCall {
  const text = isObjectText(args) ? args : JSON.stringify(sendableArguments(args));
  return { id, type: 'function', function: { name, arguments: text } };
}

/** A call as `withCallIds` takes it. */
export type GivenCall = { readonly id: string; readonly name: string; readonly args: string };

/**
 * A call of a reply, whatever the server made of its arguments: a text, an object, nothing, or a text that holds a text.
 * Also the older form, which is the function alone.
 *
 * @throws ModelCallError when it names no tool: a call would be lost.
 */
export function readCall(given: unknown, provider: string): GivenCall {
  const call = fieldsOf(given);
  const { name, arguments: args } = functionOf(call);
  if (textOf(name).trim() === '') throw unreadableCalls(provider, 'a call names no tool');
  return { id: textOf(call.id), name: textOf(name), args: unwrapOnce(argumentsText(args)) };
}

/** The part of a call that names the tool: in the older form the call itself. */
export function functionOf(call: Fields): Fields {
  return isFields(call.function) ? call.function : call;
}

/** Arguments as text; empty for none. */
export function argumentsText(args: unknown): string {
  if (args === undefined || args === null) return '';
  return typeof args === 'string' ? args : JSON.stringify(args);
}

/** Whether a text is one JSON object and nothing else. */
export function isObjectText(text: string): boolean {
  return text.trimStart().startsWith('{') && isFields(parseJson(text));
}

/** Calls that cannot be told apart or read: none of them may be run. */
export function unreadableCalls(provider: string, detail: string) {
  return modelCallError({
    kind: 'malformed_reply',
    message: `The calls in the reply of ${provider} cannot be read: ${detail}`,
    retryable: true,
    provider,
  });
}

function unwrapOnce(args: string): string {
  if (args.trim() === '') return '';
  const inner = args.trimStart().startsWith('"') ? parseJson(args) : undefined;
  return typeof inner === 'string' && isObjectText(inner) ? inner : args;
}
