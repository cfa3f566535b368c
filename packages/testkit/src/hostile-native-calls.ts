import type { ModelReply, RawCall } from '@loopwright/agent-run';
import { hostileName } from './hostile-texts.ts';
import type { Random } from './seeded-random.ts';

/**
 * Calls beside the text of a reply: a few, now and then a flood, the same one twice, ids that repeat or are none, names
 * that end the run or are no names, arguments that cannot be read, and what is no list of calls at all.
 */
export function nativeCalls(random: Random, tools: readonly string[]): ModelReply['toolCalls'] {
  if (random.chance(0.5)) return [];
  if (random.chance(0.02)) return random.pick(noLists) as RawCall[];
  const count = random.chance(0.01) ? 300 : random.whole(4);
  const calls = Array.from({ length: count }, () => nativeCall(random, tools));
  const [first] = calls;
  return first && random.chance(0.1) ? [...calls, first] : calls;
}

function nativeCall(random: Random, tools: readonly string[]): RawCall {
  const id = random.chance(0.7) ? random.pick(['same', 'same', 'a', 'b']) : random.pick(ids);
  if (random.chance(0.03))
    return { id, name: random.pick(names), args: random.pick(ends) } as RawCall;
  const args = random.chance(0.8) ? random.pick(readable) : random.pick(unreadable);
  return { id, name: hostileName(random, tools), args } as RawCall;
}

const noLists: readonly unknown[] = [null, 'calls', {}, [null, 7, 'ok', [], { name: 3 }]];
const ids: readonly unknown[] = [
  '',
  undefined,
  7,
  null,
  'call_1_0',
  'call_3_0',
  '\u0000',
  'x'.repeat(500),
];
const names = ['final', 'give_up', 'Final Answer', 'finish', 'GIVE UP', '', 'PARSE_ERROR'];
const ends = [
  '{"answer":{"count":3}}',
  '{"answer":"42"}',
  '{"answer":',
  '{}',
  '',
  '{"reason":"no","partial_answer":"some"}',
  '{"reason":7}',
];
const readable: readonly unknown[] = [
  '{}',
  '{"a":1}',
  '{"a":2}',
  '',
  'null',
  '"{\\"a\\":1}"',
  { a: 3 },
];
const unreadable: readonly unknown[] = [
  '[]',
  '{"a":',
  '{"a":1}{"a":2}',
  '7',
  'a: 1',
  '{"__proto__":{"a":1}}',
  '{"a":'.repeat(400),
  null,
  12,
  ['a'],
];
