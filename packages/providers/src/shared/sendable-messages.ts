import { type Message, type RawCall, withCallIds } from '@loopwright/agent-run';

type Assistant = Extract<Message, { role: 'assistant' }>;
type ToolResult = Extract<Message, { role: 'tool' }>;

const missing =
  'ERROR: the call was not finished: the run ended or was cancelled before its result was known';

/**
 * A conversation as every provider takes it, whatever run it comes from: each call has exactly one result, the results
 * stand right behind their calls, together and in call order, before anything else; a call without a result gets one
 * that says so, a result without a call becomes plain text; empty turns are left out, turns of the user that follow
 * each other are one; no text holds half a surrogate pair. A conversation that is so already comes out unchanged.
 */
export function sendableMessages(messages: readonly Message[]): Message[] {
  const sendable: Message[] = [];
  for (let at = 0; at < messages.length; ) {
    const message = messages[at]!;
    if (message.role === 'assistant') {
      const next = messages.findIndex(({ role }, index) => index > at && role === 'assistant');
      const end = next === -1 ? messages.length : next;
      addTurn(sendable, message, messages.slice(at + 1, end), at);
      at = end;
    } else {
      addUser(sendable, blocksOf(message));
      at += 1;
    }
  }
  return sendable;
}

function addTurn(
  sendable: Message[],
  { text, toolCalls, opaque }: Assistant,
  after: readonly Message[],
  turn: number,
): void {
  const calls = withCallIds(toolCalls, turn);
  if (text.trim() !== '' || calls.length > 0 || opaque !== undefined) {
    const said = { role: 'assistant', text: text.toWellFormed(), toolCalls: calls } as const;
    sendable.push(opaque === undefined ? said : { ...said, opaque });
  }
  const { paired, unpaired } = pairResults(calls, toolCalls, after);
  sendable.push(...paired);
  for (const message of unpaired) addUser(sendable, blocksOf(message));
}

/** Results belong to calls by id, in order where ids are equal, and by place where a call had no id. */
function pairResults(
  calls: readonly RawCall[],
  asGiven: readonly RawCall[],
  after: readonly Message[],
): { paired: ToolResult[]; unpaired: Message[] } {
  const left = [...after];
  const take = (ids: readonly string[]): ToolResult | undefined => {
    const at = left.findIndex((message) => message.role === 'tool' && ids.includes(message.id));
    return at === -1 ? undefined : (left.splice(at, 1)[0] as ToolResult);
  };
  const isWhole = calls.length === asGiven.length;
  const paired = calls.map(({ id }, index): ToolResult => {
    const given = isWhole ? asGiven[index]!.id : id;
    const found = take([id, given]);
    if (!found) return { role: 'tool', id, text: missing, isError: true };
    const result = { role: 'tool', id, text: found.text.toWellFormed() } as const;
    return found.isError ? { ...result, isError: true } : result;
  });
  return { paired, unpaired: left };
}

function blocksOf(message: Message): readonly string[] {
  if (message.role === 'user') return message.blocks;
  return [`Result of a call that is not shown: ${message.text}`];
}

function addUser(sendable: Message[], given: readonly string[]): void {
  const blocks = given.filter((block) => block !== '').map((block) => block.toWellFormed());
  if (blocks.length === 0) return;
  const last = sendable.at(-1);
  if (last?.role !== 'user') sendable.push({ role: 'user', blocks });
  else sendable[sendable.length - 1] = { role: 'user', blocks: [...last.blocks, ...blocks] };
}
