import { planExecuteBounds, startPlanExecute } from '@loopwright/planner';
import { fromPolicy } from '@loopwright/providers';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide in centimetres at a harbour.',
  effect: 'pure',
  input: z.object({ harbour: z.string() }),
  execute: ({ harbour }) => {
    if (harbour !== 'Brest') throw new Error(`no gauge in ${harbour}`);
    return 640;
  },
});

const toMetres = defineTool({
  name: 'to_metres',
  description: 'Centimetres in metres.',
  effect: 'pure',
  input: z.object({ centimetres: z.number() }),
  execute: ({ centimetres }) => centimetres / 100,
});

// Any model will do; a plain function stands in for one here. It plans for another harbour once it reads of a failure.
const planner = fromPolicy((shown) => {
  const harbour = shown.includes('FAILED at E1') ? 'Brest' : 'Camaret';
  return JSON.stringify({
    plan: [
      { id: 'E1', tool: 'tide', args: { harbour } },
      { id: 'E2', tool: 'to_metres', args: { centimetres: '#E1' } },
    ],
  });
});

const options = {
  task: 'How high is the tide near Camaret, in metres?',
  tools: createToolRegistry({ tools: [tide, toMetres] }),
  model: planner,
  answer: z.number(),
};
console.log(`at most ${planExecuteBounds(options).modelCalls} model calls`);

const run = startPlanExecute(options);
for await (const event of run.events) {
  if ('seq' in event && event.type === 'note') console.log(event.name, JSON.stringify(event.data));
}
const result = await run.result;
if (result.status === 'solved') {
  console.log(`${result.answer} m after ${result.counts.modelCalls.planner} model calls`);
}
