import { fromPolicy } from '@loopwright/providers';
import { planOnly, runPlan } from '@loopwright/rewoo';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const fee = defineTool({
  name: 'fee',
  description: 'The fee of a berth in euros.',
  effect: 'pure',
  input: z.object({ berth: z.number().int() }),
  execute: ({ berth }) => 20 + berth,
});
const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount in euros.',
  effect: 'once',
  input: z.object({ eur: z.number() }),
  execute: ({ eur }) => `paid ${eur}`,
});

const options = {
  task: 'Pay the fee of berth 7.',
  tools: createToolRegistry({ tools: [fee, pay] }),
  model: fromPolicy(() =>
    JSON.stringify({
      plan: [
        { id: 'E1', tool: 'fee', args: { berth: 7 } },
        { id: 'E2', tool: 'pay', args: { eur: '#E1' } },
        { id: 'E3', tool: 'pay', args: { eur: 5 } },
      ],
    }),
  ),
};

// One model call, and nothing has happened yet: the plan is data, to be shown and edited.
const made = await planOnly(options);
if (made.status !== 'solved') throw new Error(made.reason);
for (const { id, tool, args } of made.answer.steps) console.log(id, tool, args);

// Nobody asked for a tip. What is left runs as it stands, without another model call.
const edited = { steps: made.answer.steps.filter(({ id }) => id !== 'E3') };
const result = await runPlan(edited, { ...options, solve: false });
console.log(result.status === 'solved' && result.answer, '-', result.partial.text);

// A plan that cannot be carried out is refused as a whole, before anything runs.
const broken = { steps: [{ id: 'E1', tool: 'pay', args: { eur: '#E2' } }] };
await runPlan(broken, options).catch((error) => console.log(error.message));
