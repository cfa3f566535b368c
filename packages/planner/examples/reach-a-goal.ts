import { countSubtasks, runGoal } from '@loopwright/planner';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const populations: Readonly<Record<string, number>> = { France: 68, Germany: 84 };

const census = defineTool({
  name: 'census',
  description: 'Millions of people in a country.',
  effect: 'pure',
  input: z.object({ country: z.string() }),
  execute: ({ country }) => {
    if (country === 'Germany') throw new Error('the office is closed');
    return populations[country];
  },
});

const yearbook = defineTool({
  name: 'yearbook',
  description: 'The same, from last year.',
  effect: 'pure',
  input: z.object({ country: z.string() }),
  execute: ({ country }) => populations[country],
});

const larger = defineTool({
  name: 'larger',
  description: 'Which of several numbers is the largest.',
  effect: 'pure',
  input: z.object({ numbers: z.record(z.string(), z.number()) }),
  execute: ({ numbers }) => Object.entries(numbers).sort((a, b) => b[1] - a[1])[0]![0],
});

const result = await runGoal({
  goal: 'Compare the populations of France and Germany',
  tools: createToolRegistry({ tools: [census, yearbook, larger] }),
  execute: {
    toCall: ({ id, description }, results) => {
      if (id === 'compare') return { tool: 'larger', args: { numbers: { ...results } } };
      const country = description.includes('France') ? 'France' : 'Germany';
      return { tool: id.endsWith('/yearbook') ? 'yearbook' : 'census', args: { country } };
    },
  },
  // Asked when a task has failed in all of its attempts: the run goes back to a checkpoint and takes this way.
  alternatives: ({ id, description }) =>
    id.endsWith('/yearbook') ? undefined : [{ id: 'yearbook', description }],
});

console.log(result.status === 'solved' ? result.answer : result.partial.text);
console.log(result.flags);
console.log(countSubtasks(result.steps));
