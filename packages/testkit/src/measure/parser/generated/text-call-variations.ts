import type { Random } from '../../../seeded-random.ts';
import type { Variation } from './generated-text.ts';
import { randomArguments, randomParagraph, randomSentence } from './random-content.ts';
import { type TextStyle, writeCall } from './write-text-step.ts';

const markdown: ((label: string) => string)[] = [
  (label) => `**${label}:** `,
  (label) => `**${label}**: `,
  (label) => `### ${label}: `,
  (label) => `__${label}:__ `,
  (label) => `\`${label}:\` `,
];

const spellings: ((label: string) => string)[] = [
  (label) => `${label.toUpperCase()}: `,
  (label) => `${label.toLowerCase()}:`,
  (label) => `${label.replace(' ', '')}: `,
  (label) => `${label.toLowerCase().replace(' ', '_')}: `,
  (label) => `${label} : `,
  (label) => `${label}：`,
];

const decorations: ((tool: string) => string)[] = [
  (tool) => `\`${tool}\``,
  (tool) => `"${tool}"`,
  (tool) => `**${tool}**`,
  (tool) => `${tool} (as planned)`,
  (tool) => `${tool}.`,
  (tool) => `${tool}\nand nothing else`,
];

/** A variation of how a call is written. */
function call(name: string, style: (random: Random) => TextStyle): Variation {
  return { name, write: (random) => writeCall(random, style(random)) };
}

/** What a model writes after its input when nothing stops it. */
function invention(random: Random): string {
  const observation = `\n${random.pick(['Observation', 'observation', '**Observation'])}: ${randomSentence(random)}`;
  const steps = `\nThought: ${randomSentence(random)}\nAction: calculator\nAction Input: {}`;
  const answer = `\nThought: ${randomSentence(random)}\nFinal Answer: ${randomSentence(random)}`;
  return observation + random.pick(['', steps, answer, steps + answer]);
}

const singleVariations: Variation[] = [
  call('as asked', () => ({})),
  call('no thought', () => ({ thought: [] })),
  call('thought without a label', (random) => ({ thought: [randomSentence(random)] })),
  call('thought of several lines', (random) => ({
    thought: [`Thought: ${randomParagraph(random)}`],
  })),
  call('white space', (random) => ({
    label: (label) =>
      `${random.pick(['', '  ', '\t'])}${label}:${random.pick(['', '   ', '\n', '\n\n'])}`,
    whole: (text) => random.pick(['', '\n\n', ' ']) + text + random.pick(['', '\n', ' \n\n']),
  })),
  call('line breaks of Windows', () => ({
    whole: (text) => text.replaceAll('\n', '\r\n'),
  })),
  call('input over several lines', (random) => ({ json: { indent: random.pick(['  ', '\t']) } })),
  call('input on the next line', () => ({ aroundInput: (input) => `\n${input}` })),
  call('markdown around labels', (random) => ({ label: random.pick(markdown) })),
  call('labels spelled otherwise', (random) => ({ label: random.pick(spellings) })),
  call('numbered labels', (random) => {
    const number = 1 + random.whole(20);
    return { label: (label) => `${label} ${number}: ` };
  }),
  call('decorated tool name', (random) => ({ toolName: random.pick(decorations) })),
  call('fence around the input', (random) => {
    const fence = random.pick(['```json', '```', '````json']);
    return { aroundInput: (input) => `\n${fence}\n${input}\n${fence.replace('json', '')}` };
  }),
  call('fence around the step', (random) => {
    const fence = random.pick(['```', '```text']);
    return { whole: (text) => `${fence}\n${text}\n\`\`\`` };
  }),
  call('single quotes', () => ({ json: { quote: "'" } })),
  call('literals of Python', () => ({ json: { quote: "'", literals: 'Python' } })),
  call('keys without quotes', () => ({ json: { bareKeys: true } })),
  call('trailing commas', (random) => ({
    json: { trailingComma: true, indent: random.pick(['', '  ']) },
  })),
  call('comments', (random) => ({
    json: { comment: random.pick(['/* see above */ ', '/** a } **/']), indent: '  ' },
  })),
  call('raw line breaks in texts', () => ({ json: { rawLineBreaks: true } })),
  call('no arguments', () => ({ args: {} })),
  call('invented observation', (random) => ({ after: invention(random) })),
  call('label of the observation cut off', (random) => ({
    after: `\n${'Observation:'.slice(0, 1 + random.whole(12))}`,
  })),
  call('prose after the input', (random) => ({ after: `\n${randomParagraph(random)}` })),
  call('reasoning in front', (random) => ({
    whole: (text) => `<think>\n${randomParagraph(random)}\nAction: none\n</think>\n${text}`,
  })),
];

/** Calls in the text form, and how models write them. */
export const textCallVariations: readonly Variation[] = [
  ...singleVariations,
  call('several at once', (random) => ({
    label: random.pick([...markdown, ...spellings]),
    thought: random.pick([[], [randomSentence(random)]]),
    toolName: random.pick(decorations),
    args: randomArguments(random),
    json: {
      indent: random.pick(['', '  ']),
      quote: random.pick(['"', "'"] as const),
      bareKeys: random.chance(0.5),
      literals: random.pick(['JSON', 'Python'] as const),
      trailingComma: random.chance(0.5),
    },
    after: random.pick(['', invention(random)]),
  })),
];
