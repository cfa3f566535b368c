import type { Json, JsonObject } from '@loopwright/core-parser';
import type { Random } from '../../../seeded-random.ts';
import type { GeneratedText, Variation } from './generated-text.ts';
import { randomArguments, randomParagraph, randomSentence, toolNames } from './random-content.ts';
import { type JsonStyle, plainJson, writeJson } from './write-json.ts';

/** How a step in the JSON form is written; what is not given is written as the prompt asks. */
type JsonStepStyle = {
  json?: Partial<JsonStyle>;
  toolName?: (tool: string) => string;
  /** The members of the step; by default thought, action and action_input. */
  members?: (thought: string, action: string, input: JsonObject) => JsonObject;
  args?: JsonObject;
  whole?: (text: string) => string;
};

function writeStep(random: Random, style: JsonStepStyle): GeneratedText {
  const { toolName = (name) => name, whole = (text) => text } = style;
  const { args = randomArguments(random), members = inOrder } = style;
  const tool = random.pick(toolNames);
  const step = members(randomSentence(random), toolName(tool), args);
  return {
    text: whole(writeJson(step, { ...plainJson, ...style.json })),
    right: { kind: 'action', tool, args },
  };
}

function inOrder(thought: string, action: string, input: Json): JsonObject {
  return { thought, action, action_input: input };
}

function call(name: string, style: (random: Random) => JsonStepStyle): Variation {
  return { name, write: (random) => writeStep(random, style(random)) };
}

function end(
  name: string,
  write: (random: Random) => { step: JsonObject; right: GeneratedText['right'] },
): Variation {
  return {
    name,
    write: (random) => {
      const { step, right } = write(random);
      return { text: writeJson(step, plainJson), right };
    },
  };
}

function inFence(random: Random, text: string): string {
  const fence = random.pick(['```json', '```', '````']);
  return `${fence}\n${text}\n${fence.replace('json', '')}`;
}

const calls: Variation[] = [
  call('as asked', () => ({})),
  call('over several lines', (random) => ({ json: { indent: random.pick(['  ', '\t']) } })),
  call('white space around it', (random) => ({
    whole: (text) => random.pick(['\n\n', '  ', '\r\n']) + text + random.pick(['\n', ' ', '\t\n']),
  })),
  call('in a fence', (random) => ({ whole: (text) => inFence(random, text) })),
  call('prose in front', (random) => ({ whole: (text) => `${randomParagraph(random)}\n${text}` })),
  call('prose behind', (random) => ({ whole: (text) => `${text}\n\n${randomParagraph(random)}` })),
  call('prose around a fence', (random) => ({
    whole: (text) =>
      `${randomSentence(random)}\n${inFence(random, text)}\n${randomSentence(random)}`,
  })),
  call('members in another order', () => ({
    members: (thought, action, input) => ({ action_input: input, action, thought }),
  })),
  call('no thought', () => ({
    members: (_thought, action, input) => ({ action, action_input: input }),
  })),
  call('no input', (random) => {
    const given = random.pick([undefined, null, '', {}]);
    return {
      args: {},
      members: (thought, action) =>
        given === undefined ? { thought, action } : inOrder(thought, action, given),
    };
  }),
  call('input as the text of an object', () => ({
    members: (thought, action, input) => inOrder(thought, action, JSON.stringify(input)),
  })),
  call('decorated tool name', (random) => ({
    toolName: random.pick([
      (tool: string) => `\`${tool}\``,
      (tool: string) => ` ${tool} `,
      (tool: string) => `${tool} (as planned)`,
      (tool: string) => `**${tool}**`,
    ]),
  })),
  call('single quotes', () => ({ json: { quote: "'" } })),
  call('literals of Python', () => ({ json: { quote: "'", literals: 'Python' } })),
  call('keys without quotes', () => ({ json: { bareKeys: true } })),
  call('trailing commas', (random) => ({
    json: { trailingComma: true, indent: random.pick(['', '  ']) },
  })),
  call('comments', () => ({ json: { comment: '/* see above */ ', indent: '  ' } })),
  call('raw line breaks in texts', () => ({ json: { rawLineBreaks: true } })),
  call('invented observation', (random) => ({
    whole: (text) =>
      `${text}\nObservation: ${randomSentence(random)}\n{"action": "final", "action_input": "so"}`,
  })),
  call('reasoning in front', (random) => ({
    whole: (text) => `<think>${randomParagraph(random)} {"action": "search"}</think>${text}`,
  })),
  call('several at once', (random) => ({
    json: {
      indent: random.pick(['', '  ']),
      quote: random.pick(['"', "'"] as const),
      bareKeys: random.chance(0.5),
      literals: random.pick(['JSON', 'Python'] as const),
      trailingComma: random.chance(0.5),
    },
    whole: (text) => `${randomSentence(random)}\n${inFence(random, text)}\nObservation: done`,
  })),
];

const ends: Variation[] = [
  end('answer in an object', (random) => {
    const answer = random.pick<Json>([randomParagraph(random), randomArguments(random), 42, false]);
    const action = random.pick(['final', 'Final Answer', 'FINISH', 'final_answer']);
    return {
      step: inOrder(randomSentence(random), action, { answer }),
      right: { kind: 'final', answer },
    };
  }),
  end('answer as a text', (random) => {
    const answer = randomParagraph(random);
    const step = inOrder(randomSentence(random), random.pick(['final', 'Final Answer']), answer);
    return { step, right: { kind: 'final', answer } };
  }),
  end('answer as a member', (random) => {
    const answer = randomParagraph(random);
    return { step: { thought: 'so', final_answer: answer }, right: { kind: 'final', answer } };
  }),
  end('surrender with an object', (random) => {
    const [reason, partial] = [randomSentence(random), random.pick(['', randomParagraph(random)])];
    const action = random.pick(['give_up', 'Give Up', 'GIVE-UP']);
    return {
      step: inOrder(randomSentence(random), action, { reason, partial_answer: partial }),
      right: { kind: 'give_up', reason, partial },
    };
  }),
  end('surrender with a text', (random) => {
    const reason = randomSentence(random);
    const step = inOrder(randomSentence(random), 'give_up', reason);
    return { step, right: { kind: 'give_up', reason, partial: '' } };
  }),
];

/** Steps in the JSON form, and how models write them. */
export const jsonVariations: readonly Variation[] = [...calls, ...ends];
