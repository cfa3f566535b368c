import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts';
import type { ProviderCall, ProviderReply } from '../shared/provider-model.ts';
import { unexpectedBody } from '../shared/unexpected-body.ts';
import { readCall } from './chat-calls.ts';
import { createMessageReader } from './message-reader.ts';

/** What reading a reply needs to know. */
export type ReadOptions = { readonly provider: string; readonly replayFields: readonly string[] };

/**
 * Reads a reply that came in one piece.
 *
 * @throws ModelCallError when the body is no completion, whatever its status was.
 */
export function readCompletion(
  body: unknown,
  call: Pick<ProviderCall, 'onText'>,
  { provider, replayFields }: ReadOptions,
): ProviderReply {
  const choice = fieldsOf(listOf(fieldsOf(body).choices)[0]);
  throwChoiceError(choice, provider);
  const { message, finish_reason: finish } = choice;
  if (!isFields(message)) throw unexpectedBody(body, provider);
  const reader = createMessageReader(call, replayFields);
  reader.take(message);
  // A call behind a stop sequence would not have been written by a server that knows of it.
  const given = reader.isCut ? [] : givenCalls(message);
  return reader.end({
    calls: given.map((each) => readCall(each, provider)),
    rawFinish: textOf(finish) || undefined,
    usage: fieldsOf(body).usage,
  });
}

/** The calls of a message or a piece of one, in the form of today or the older one. */
export function givenCalls(message: Fields): readonly unknown[] {
  const calls = listOf(message.tool_calls);
  return calls.length === 0 && isFields(message.function_call) ? [message.function_call] : calls;
}

/** Gateways put the failure of the server behind them where the reply would be. */
export function throwChoiceError(choice: Fields, provider: string): void {
  if (isFields(choice.error)) throw unexpectedBody(choice, provider);
}
