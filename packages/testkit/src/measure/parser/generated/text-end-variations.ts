import type { Random } from '../../../seeded-random.ts';
import type { GeneratedText, Variation } from './generated-text.ts';
import { randomParagraph, randomSentence } from './random-content.ts';
import { plainJson, writeJson } from './write-json.ts';
import { type TextStyle, writeAnswer, writeCall, writeControl } from './write-text-step.ts';

function answer(name: string, style: (random: Random) => TextStyle): Variation {
  return { name, write: (random) => writeAnswer(random, randomParagraph(random), style(random)) };
}

const finalWords = ['final', 'Final', 'FINAL_ANSWER', 'Final Answer', 'finish', '`finish`'];
const surrenderWords = ['give_up', 'GIVE UP', 'Give-Up', 'giveup', '"give_up"'];

/** A call that is followed by an answer, with or without something between them. */
function callThenAnswer(
  random: Random,
  between: string,
): { call: GeneratedText; text: string; answer: string } {
  const call = writeCall(random);
  const written = randomParagraph(random);
  return { call, text: `${call.text}\n${between}Final Answer: ${written}`, answer: written };
}

/** Ends of a run in the text form, and how models write them. */
export const textEndVariations: readonly Variation[] = [
  answer('answer as asked', () => ({})),
  answer('answer without a thought', () => ({ thought: [] })),
  answer('answer on the next line', () => ({ label: (label) => `${label}:\n` })),
  answer('answer with markdown around its label', (random) => ({
    label: random.pick([
      (label: string) => `**${label}:** `,
      (label: string) => `## ${label}: `,
      (label: string) => `*${label}*: `,
    ]),
  })),
  answer('answer with its label spelled otherwise', (random) => ({
    label: random.pick([
      (label: string) => `${label.toLowerCase()}: `,
      (label: string) => `${label.toUpperCase()} : `,
      (label: string) => `${label.replace(' ', '_')}: `,
    ]),
  })),
  answer('answer in a fence', () => ({ whole: (text) => `\`\`\`\n${text}\n\`\`\`` })),
  {
    name: 'answer that speaks of steps',
    write: (random) =>
      writeAnswer(
        random,
        `${randomSentence(random)}\nThought: ${randomSentence(random)}\nAction: search\n${randomSentence(random)}`,
      ),
  },
  {
    name: 'answer, then an invented observation',
    write: (random) => {
      const { text, right } = writeAnswer(random, randomParagraph(random));
      return { text: `${text}\nObservation: ${randomSentence(random)}\nThought: so`, right };
    },
  },
  {
    name: 'answer directly after a call',
    write: (random) => {
      const { text, answer: written } = callThenAnswer(random, '');
      return { text, right: { kind: 'final', answer: written } };
    },
  },
  {
    name: 'answer that rests on a call without an observation',
    write: (random) => {
      const { text, call } = callThenAnswer(random, `Thought: ${randomSentence(random)}\n`);
      return { text, right: call.right };
    },
  },
  {
    name: 'final as an action, with an object',
    write: (random) => {
      const written = randomParagraph(random);
      const input = writeJson({ answer: written }, plainJson);
      return {
        text: writeControl(random, random.pick(finalWords), input),
        right: { kind: 'final', answer: written },
      };
    },
  },
  {
    name: 'final as an action, with a text',
    write: (random) => {
      const written = randomSentence(random);
      const input = random.chance(0.5) ? written : JSON.stringify(written);
      return {
        text: writeControl(random, random.pick(finalWords), input),
        right: { kind: 'final', answer: written },
      };
    },
  },
  {
    name: 'surrender with an object',
    write: (random) => {
      const [reason, partial] = [
        randomSentence(random),
        random.pick(['', randomParagraph(random)]),
      ];
      const input = writeJson({ reason, partial_answer: partial }, plainJson);
      return {
        text: writeControl(random, random.pick(surrenderWords), input),
        right: { kind: 'give_up', reason, partial },
      };
    },
  },
  {
    name: 'surrender with a text',
    write: (random) => {
      const reason = randomSentence(random);
      return {
        text: writeControl(random, random.pick(surrenderWords), reason),
        right: { kind: 'give_up', reason, partial: '' },
      };
    },
  },
];
