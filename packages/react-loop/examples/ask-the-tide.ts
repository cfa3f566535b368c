import { fromPolicy } from '@loopwright/providers';
import { reactBounds, startReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide in centimetres at an hour of the day.',
  effect: 'pure',
  input: z.object({ hour: z.number().int() }),
  execute: ({ hour }) => 100 + hour,
});

// Any model will do; a plain function stands in for one here. It reads what the tools observed.
const model = fromPolicy((scratchpad) => {
  const seen = /Observation: (\d+)/.exec(scratchpad)?.[1];
  return seen
    ? `Thought: The table says it.\nFinal Answer: ${seen} cm`
    : 'Thought: I need the tide at seven.\nAction: tide\nAction Input: {"hour": 7}';
});

const options = {
  task: 'How high is the tide at seven?',
  tools: createToolRegistry({ tools: [tide] }),
  model,
  limits: { maxSteps: 4 },
};
console.log(`at most ${reactBounds(options).modelCalls} model calls`);

const run = startReact(options);
for await (const event of run.events) {
  if ('seq' in event && event.type === 'step')
    console.log(`step ${event.step.n}: ${event.step.thought}`);
}
const result = await run.result;
console.log(
  result.status,
  result.stopReason,
  result.status === 'solved' ? result.answer : result.partial.text,
);
