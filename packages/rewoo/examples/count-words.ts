import { fromPolicy } from '@loopwright/providers';
import { rewooBounds, startRewoo } from '@loopwright/rewoo';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const search = defineTool({
  name: 'search',
  description: 'Looks up a fact.',
  effect: 'pure',
  input: z.object({ q: z.string() }),
  execute: ({ q }) => (q === 'france' ? 'The capital of France is the city Paris' : 'no entry'),
});
const wordCount = defineTool({
  name: 'word_count',
  description: 'Counts the words of a text.',
  effect: 'pure',
  input: z.object({ text: z.string() }),
  execute: ({ text }) => text.split(' ').length,
});
const multiply = defineTool({
  name: 'multiply',
  description: 'Multiplies two numbers.',
  effect: 'pure',
  input: z.object({ x: z.number(), y: z.number() }),
  execute: ({ x, y }) => x * y,
});

// Any model will do; a plain function stands in for one here. Until there is evidence it plans, then it answers.
const plan = [
  { id: 'E1', tool: 'search', args: { q: 'france' } },
  { id: 'E2', tool: 'word_count', args: { text: '#E1' } },
  { id: 'E3', tool: 'multiply', args: { x: '#E2', y: 2 } },
];
const model = fromPolicy((conversation) => {
  const doubled = /Observation \(E3\): (\d+)/.exec(conversation)?.[1];
  return doubled ? `Final Answer: ${doubled} words` : JSON.stringify({ plan });
});

const options = {
  task: 'How many words are in the France fact, doubled?',
  tools: createToolRegistry({ tools: [search, wordCount, multiply] }),
  model,
};
console.log(`at most ${rewooBounds(options).modelCalls} model calls`);

const run = startRewoo(options);
for await (const event of run.events) {
  if (!('seq' in event) || event.type !== 'step') continue;
  const [call] = event.step.calls;
  console.log(`wave ${event.step.n}: ${call?.tool} ${JSON.stringify(call?.args)}`);
}
const result = await run.result;
console.log(
  result.status,
  result.stopReason,
  result.status === 'solved' ? result.answer : result.partial.text,
);
