import type { Message, RawCall } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { listAt, objectAt, textAt } from './body-parts.ts';
import { checkPairs } from './check-pairs.ts';
import { refuse } from './refusal.ts';
import { signatureOf } from './signature.ts';
import type { Block, Turn } from './turn.ts';

/** Reads the messages of the messages format. @throws Refusal */
export function readTurns(given: readonly Json[]): Message[] {
  if (given.length === 0) refuse('messages: at least one message is required');
  const turns = mergeTurns(given);
  if (turns[0]?.role !== 'user') refuse('messages: first message must use the "user" role');
  if (turns.at(-1)?.role !== 'user') {
    refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
  for (const { role, blocks } of turns) for (const each of blocks) checkBlock(each, role);
  checkPairs(turns);
  return turns.flatMap(toMessages);
}

function mergeTurns(given: readonly Json[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, each] of given.entries()) {
    const place = `messages.${index}`;
    const { role, content } = objectAt(each, place);
    if (role !== 'user' && role !== 'assistant') {
      refuse(`${place}: unexpected role "${role}". Allowed roles are "user" or "assistant".`);
    }
    const blocks = readBlocks(content, place);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks });
  }
  return turns;
}

function readBlocks(content: Json | undefined, place: string): Block[] {
  if (typeof content === 'string') {
    return [{ place: `${place}.content`, block: { type: 'text', text: content } }];
  }
  const blocks = listAt(content, `${place}.content`);
  if (blocks.length === 0) refuse(`${place}: all messages must have non-empty content`);
  return blocks.map((each, index) => {
    const at = `${place}.content.${index}`;
    return { place: at, block: objectAt(each, at) };
  });
}

const typesByRole = {
  user: ['text', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking'],
};

function checkBlock({ block, place }: Block, role: Turn['role']): void {
  const type = textAt(block.type, `${place}.type`);
  if (!typesByRole[role].includes(type)) {
    refuse(`${place}: Input tag '${type}' does not match any of the expected tags of role ${role}`);
  }
  if (type === 'text') checkText(block.text, place);
  if (type === 'thinking') {
    if (block.signature !== signatureOf(textAt(block.thinking, `${place}.thinking`))) {
      refuse(`${place}: Invalid \`signature\` in \`thinking\` block`);
    }
    if (block.cache_control) refuse(`${place}.cache_control: Extra inputs are not permitted`);
  }
  if (type === 'tool_use') {
    if (!/^[\w-]+$/.test(textAt(block.id, `${place}.id`))) {
      refuse(`${place}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    }
    textAt(block.name, `${place}.name`);
    objectAt(block.input, `${place}.input`);
  }
  if (type === 'tool_result' && Array.isArray(block.content)) {
    for (const part of block.content) checkText(objectAt(part, place).text, place);
  }
}

function checkText(given: Json | undefined, place: string): void {
  const text = textAt(given, `${place}.text`);
  if (text === '') refuse('messages: text content blocks must be non-empty');
  if (text.trim() === '') refuse('messages: text content blocks must contain non-whitespace text');
}

function toMessages({ role, blocks }: Turn): Message[] {
  const ofType = (...types: string[]) =>
    blocks.map(({ block }) => block).filter((block) => types.includes(String(block.type)));
  const texts = ofType('text').map((block) => String(block.text));
  if (role === 'user') {
    const results = ofType('tool_result').map(toToolMessage);
    return texts.length === 0 ? results : [...results, { role, blocks: texts }];
  }
  const toolCalls = ofType('tool_use').map(
    (block): RawCall => ({
      id: String(block.id),
      name: String(block.name),
      args: JSON.stringify(block.input),
    }),
  );
  const opaque = ofType('thinking', 'redacted_thinking');
  const turn = { role, text: texts.join(''), toolCalls };
  return [opaque.length === 0 ? turn : { ...turn, opaque }];
}

function toToolMessage(block: JsonObject): Message {
  const { content = '' } = block;
  const text = Array.isArray(content)
    ? content.map((part) => String(objectAt(part, 'content').text)).join('')
    : String(content);
  const result = { role: 'tool', id: String(block.tool_use_id), text } as const;
  return block.is_error === true ? { ...result, isError: true } : result;
}
