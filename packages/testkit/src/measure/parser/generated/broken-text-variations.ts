import type { ParseErrorCode } from '@loopwright/core-parser';
import type { Random } from '../../../seeded-random.ts';
import type { Variation } from './generated-text.ts';
import { randomArguments, randomParagraph, randomSentence, toolNames } from './random-content.ts';
import { plainJson, writeJson } from './write-json.ts';
import { writeAnswer, writeCall } from './write-text-step.ts';

/** A text whose only right reading is this error. */
export function broken(
  name: string,
  code: ParseErrorCode,
  write: (random: Random) => string,
): Variation {
  return {
    name,
    write: (random) => ({ text: write(random), right: { kind: 'parse_error', code } }),
  };
}

function callWith(random: Random, input: string): string {
  return `Thought: ${randomSentence(random)}\nAction: ${random.pick(toolNames)}\nAction Input: ${input}`;
}

/** The JSON of some arguments, cut before its last brace. */
function cutJson(random: Random): string {
  const json = writeJson(randomArguments(random), plainJson);
  return json.slice(0, 1 + random.whole(json.length - 1));
}

/** Some arguments with one more member, written as it is given, in front. */
export function withMember(random: Random, member: string): string {
  const json = writeJson(randomArguments(random), plainJson);
  return `{${member}, ${json.slice(1)}`;
}

/** Steps in the text form that are no steps. */
export const brokenTextVariations: readonly Variation[] = [
  broken('nothing', 'empty', (random) => random.pick(['', ' ', '\n\n', '\t\r\n'])),
  broken('only reasoning', 'empty', (random) => `<think>${randomParagraph(random)}</think>\n`),
  broken('reasoning without an end', 'empty', (random) => `<think>\n${writeCall(random).text}`),
  broken('label of an answer without one', 'empty', (random) => writeAnswer(random, ' ').text),
  broken('prose', 'no_anchor', randomParagraph),
  broken('only a thought', 'no_anchor', (random) => `Thought: ${randomParagraph(random)}`),
  broken('call without an input', 'missing_action_input', (random) =>
    [`Thought: ${randomSentence(random)}`, `Action: ${random.pick(toolNames)}`].join('\n'),
  ),
  broken(
    'input without an action',
    'missing_action_name',
    (random) =>
      `Thought: ${randomSentence(random)}\nAction Input: ${writeJson(randomArguments(random), plainJson)}`,
  ),
  broken(
    'no name behind the label',
    'missing_action_name',
    (random) => `Action:\nAction Input: ${writeJson(randomArguments(random), plainJson)}`,
  ),
  broken(
    'no tool',
    'not_a_tool',
    (random) =>
      `Action: ${random.pick(['None', 'n/a', 'No action needed', '`none`'])}\nAction Input: {}`,
  ),
  broken('value without quotes', 'not_json', (random) =>
    callWith(random, withMember(random, '"x": two words')),
  ),
  broken('missing colon', 'not_json', (random) => callWith(random, '{"x": 1, "y" 2}')),
  broken('list as input', 'not_object', (random) =>
    callWith(random, writeJson([randomArguments(random)], plainJson)),
  ),
  broken('number as input', 'not_object', (random) => callWith(random, String(random.whole(100)))),
  broken('input cut off', 'truncated', (random) => callWith(random, cutJson(random))),
  {
    name: 'answer cut off, as the caller says',
    write: (random) => ({
      text: writeAnswer(random, randomParagraph(random)).text,
      right: { kind: 'parse_error', code: 'truncated' },
      truncated: true,
    }),
  },
  broken('two calls', 'multiple_actions', (random) =>
    [writeCall(random).text, writeCall(random).text].join('\n'),
  ),
  broken('a key twice', 'duplicate_key', (random) =>
    callWith(random, withMember(random, '"x": 1, "x": 1')),
  ),
  broken('key that reaches a prototype', 'forbidden_key', (random) =>
    callWith(random, withMember(random, '"__proto__": {}')),
  ),
];
