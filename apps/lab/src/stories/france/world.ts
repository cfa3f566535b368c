import { createToolRegistry, defineTool, toolFailure } from '@loopwright/tool-registry';
import { z } from 'zod';

/** The question that every strategy gets (E4). */
export const question = 'How many words are in the France fact, doubled?';

/** Eight words, so that the answer is 16. */
export const fact = 'France has its capital, Paris, on the Seine';

const search = defineTool({
  name: 'search',
  description: 'Finds the fact about a country.',
  effect: 'pure',
  input: z.object({ q: z.string() }),
  execute({ q }) {
    if (q.toLowerCase() === 'france') return fact;
    throw toolFailure({ type: 'NotFound', class: 'permanent', message: `no fact about ${q}` });
  },
});

const wordCount = defineTool({
  name: 'word_count',
  description: 'Counts the words of a text.',
  effect: 'pure',
  input: z.object({ text: z.string() }),
  execute: ({ text }) => text.split(/\s+/).filter((word) => word !== '').length,
});

const multiply = defineTool({
  name: 'multiply',
  description: 'Multiplies two numbers.',
  effect: 'pure',
  input: z.object({ x: z.number(), y: z.number() }),
  execute: ({ x, y }) => x * y,
});

/** The tools of the question. They want numbers as numbers: a reference that turned them into text would fail here. */
export const tools = createToolRegistry({ tools: [search, wordCount, multiply] });
