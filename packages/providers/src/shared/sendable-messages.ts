import type { Message, RawCall } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { pairResults, type ToolResult } from './pair-results.ts';
import { createSendableIds, sendableToolName } from './sendable-calls.ts';

type User = Extract<Message, { role: 'user' }>;

const missing =
  'ERROR: the call was not finished: the run ended or was cancelled before its result was known';
const opening = 'The beginning of this conversation is not shown.';
const goOn = 'Continue.';

/**
 * A conversation as every provider takes it, whatever run it comes from: each call has exactly one result, the results
 * stand right behind their calls, together and in call order, before anything else; a call without a result gets one
 * that says so, a result without a call becomes plain text. Names and ids of calls have only characters and lengths that
 * every provider takes, and no two calls share an id. Empty turns and blank blocks are left out, turns of the user that
 * follow each other are one, the first turn is the user's, and the last one is not the model's. No text holds half a
 * surrogate pair. A conversation that is so already comes out unchanged. Linear in the conversation.
 *
 * @param ownOpaque What of a turn's `opaque` the provider made itself; undefined for nothing. Default: all of it.
 */
export function sendableMessages(
  messages: readonly Message[],
  ownOpaque: (opaque: Json) => Json | undefined = (opaque) => opaque,
): Message[] {
  const sendable: Message[] = [];
  const toSendableId = createSendableIds();
  for (let at = 0; at < messages.length; ) {
    const message = messages[at]!;
    const turn = at;
    at += 1;
    if (message.role !== 'assistant') {
      addUser(sendable, message);
      continue;
    }
    while (at < messages.length && messages[at]!.role !== 'assistant') at += 1;
    const after = messages.slice(turn + 1, at) as (User | ToolResult)[];
    const { calls, others } = pairResults(message.toolCalls, after, turn);
    const sent = calls.map(({ call }) => sendableCall(call, toSendableId(call.id)));
    const opaque = message.opaque === undefined ? undefined : ownOpaque(message.opaque);
    if (message.text.trim() !== '' || sent.length > 0 || opaque !== undefined) {
      if (sendable.length === 0) sendable.push({ role: 'user', blocks: [opening] });
      const said = { text: message.text.toWellFormed(), toolCalls: sent };
      sendable.push({ role: 'assistant', ...said, ...(opaque === undefined ? {} : { opaque }) });
    }
    for (const [index, { result }] of calls.entries()) {
      sendable.push(sendableResult(result, sent[index]!.id));
    }
    for (const other of others) addUser(sendable, other);
  }
  if (sendable.length === 0) sendable.push({ role: 'user', blocks: [opening] });
  if (sendable.at(-1)?.role === 'assistant') sendable.push({ role: 'user', blocks: [goOn] });
  return sendable;
}

function sendableCall({ name, args }: RawCall, id: string): RawCall {
  return { id, name: sendableToolName(name), args: args.toWellFormed() };
}

function sendableResult(result: ToolResult | undefined, id: string): ToolResult {
  if (!result) return { role: 'tool', id, text: missing, isError: true };
  const said = { role: 'tool', id, text: result.text.toWellFormed() } as const;
  return result.isError ? { ...said, isError: true } : said;
}

/** A turn of the user, or a result that belongs to no call: it joins the turn of the user before it. */
function addUser(sendable: Message[], message: User | ToolResult): void {
  const given =
    message.role === 'user'
      ? message.blocks
      : [`Result of a call that is not shown: ${message.text}`];
  const blocks = given.filter((block) => block.trim() !== '').map((block) => block.toWellFormed());
  if (blocks.length === 0) return;
  const last = sendable.at(-1);
  // The list of such a turn was made here, and nobody else has it yet.
  if (last?.role === 'user') for (const block of blocks) (last.blocks as string[]).push(block);
  else sendable.push({ role: 'user', blocks });
}
