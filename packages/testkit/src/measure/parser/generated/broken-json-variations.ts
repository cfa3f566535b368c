import type { Json, JsonObject } from '@loopwright/core-parser';
import type { Random } from '../../../seeded-random.ts';
import { broken, withMember } from './broken-text-variations.ts';
import type { Variation } from './generated-text.ts';
import { randomArguments, randomParagraph, randomSentence, toolNames } from './random-content.ts';
import { plainJson, writeJson } from './write-json.ts';

function step(random: Random, members: JsonObject): string {
  return writeJson({ thought: randomSentence(random), ...members }, plainJson);
}

function callWith(random: Random, input: Json): string {
  return step(random, { action: random.pick(toolNames), action_input: input });
}

/** Steps in the JSON form that are no steps. */
export const brokenJsonVariations: readonly Variation[] = [
  broken('object that is no step', 'no_anchor', (random) => step(random, { plan: 'wait' })),
  broken('action that is no name', 'missing_action_name', (random) =>
    step(random, { action: random.pick<Json>([7, null, '', {}]), action_input: {} }),
  ),
  broken('arguments beside the action', 'missing_action_input', (random) =>
    step(random, { action: random.pick(toolNames), query: randomSentence(random) }),
  ),
  broken('final without an answer', 'missing_action_input', (random) =>
    step(random, { action: 'final', action_input: { text: randomSentence(random) } }),
  ),
  broken('empty answer', 'empty', (random) =>
    step(random, { action: 'final', action_input: { answer: '' } }),
  ),
  broken('no tool', 'not_a_tool', (random) =>
    step(random, { action: random.pick(['None', 'n/a', 'no action']), action_input: {} }),
  ),
  broken('text as input', 'not_object', (random) => callWith(random, randomParagraph(random))),
  broken('list as input', 'not_object', (random) => callWith(random, [randomArguments(random)])),
  broken('action and answer in one object', 'both_action_and_final', (random) =>
    step(random, { action: 'search', action_input: {}, final_answer: randomSentence(random) }),
  ),
  broken('two steps', 'multiple_actions', (random) =>
    [callWith(random, randomArguments(random)), callWith(random, {})].join('\n'),
  ),
  broken('cut off', 'truncated', (random) => {
    const text = callWith(random, randomArguments(random));
    return text.slice(0, 1 + random.whole(text.length - 1));
  }),
  broken('value without quotes', 'not_json', (random) =>
    callWith(random, {}).replace('{}', withMember(random, '"x": two words')),
  ),
  broken('a key twice', 'duplicate_key', (random) =>
    callWith(random, {}).replace('{}', withMember(random, '"x": 1, "x": 1')),
  ),
  broken('key that reaches a prototype', 'forbidden_key', (random) =>
    callWith(random, {}).replace('{}', withMember(random, '"__proto__": {}')),
  ),
];
