import type { Json, JsonObject } from '@loopwright/core-parser';
import type { Random } from '../../../seeded-random.ts';

/** The tools of every generated run. */
export const toolNames = ['search', 'look_up', 'calculator', 'get-weather', 'Файл', 'db.query2'];

const words =
  'the tide rose over seven quiet gärten while engineers counted 42 lamps naïve and slow 東京 übrigens cheap bolts'.split(
    ' ',
  );

/** Texts that a careless reader takes for something else than a text. */
const trickyTexts = [
  '',
  ' ',
  '0',
  'true',
  'None',
  'it\'s "quoted" twice',
  'C:\\new\\table\\u00e9',
  'a } and a ] and a { alone',
  '{"action": "search", "action_input": {}}',
  'Action: search',
  'first line\nFinal Answer: not yet\nThought: hm',
  'Action Input: {"a": 1}',
  '// no comment',
  '/* nor this */',
  'https://example.org/?q=a,b#c',
  'a\ttab, a \u2028 separator and 😀',
  '```json\n{}\n```',
  '<tool_call>{"name": "x", "arguments": {}}</tool_call>',
  'search[x]',
  '\\"',
];

const keys = [
  'query',
  'city',
  'n',
  'deep',
  'with space',
  'ключ',
  'a-b',
  '',
  '1',
  'thought',
  'Action',
];

/** A sentence in one line, of no meaning and without a label at its start. */
export function randomSentence(random: Random): string {
  const length = 3 + random.whole(9);
  const sentence = Array.from({ length }, () => random.pick(words)).join(' ');
  const ending = random.pick([
    '.',
    '!',
    '…',
    ' (see [1]).',
    ', or "so".',
    ' unless Action: is meant.',
  ]);
  return sentence + ending;
}

/** Some lines of text, the first of which is not empty. */
export function randomParagraph(random: Random): string {
  const lines = Array.from({ length: 1 + random.whole(4) }, () => randomSentence(random));
  return lines.join(random.pick(['\n', '\n\n', '\n  ']));
}

/** Arguments with texts, numbers, literals and nested values. */
export function randomArguments(random: Random): JsonObject {
  const members = Array.from({ length: 1 + random.whole(4) }, (): [string, Json] => [
    random.pick(keys),
    randomValue(random, 2),
  ]);
  return Object.fromEntries(members);
}

function randomValue(random: Random, depth: number): Json {
  switch (random.whole(depth > 0 ? 7 : 5)) {
    case 0:
      return random.pick([true, false, null]);
    case 1:
      return random.pick([0, -1, 7, 2.5, -0.125, 1e21, 1e-7, 9007199254740991]);
    case 2:
      return random.pick(trickyTexts);
    case 5:
      return Array.from({ length: random.whole(4) }, () => randomValue(random, depth - 1));
    case 6:
      return Object.fromEntries(
        keys.slice(0, random.whole(4)).map((key) => [key, randomValue(random, depth - 1)]),
      );
    default:
      return randomSentence(random);
  }
}
