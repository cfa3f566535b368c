import { createToolRegistry, defineTool, toolFailure, toolsFor } from '@loopwright/tool-registry';
import { z } from 'zod';

const divide = defineTool({
  name: 'divide',
  description: 'Divides a by b.',
  input: z.object({ a: z.number(), b: z.number() }),
  effect: 'pure',
  execute: ({ a, b }) => (b === 0 ? toolFailure({ message: 'division by zero' }) : a / b),
});

// The context reaches the tool, never the model.
type Bank = { user: string; transfer: (to: string, cents: number, key: string) => string };

const pay = toolsFor<Bank>()({
  name: 'pay',
  description: 'Pays an amount in cents to somebody.',
  input: z.object({ to: z.string(), cents: z.int().positive() }),
  effect: 'once',
  approval: ({ cents }) => cents > 100_00,
  execute: ({ to, cents }, { context, idempotencyKey }) =>
    context.transfer(to, cents, idempotencyKey),
});

const registry = createToolRegistry({
  tools: [divide, pay],
  context: {
    user: 'ada',
    transfer: (to, cents) => {
      if (to === 'nobody') throw new Error('HTTP 503 from /srv/bank/client.js?key=K123');
      return `${cents} cents sent to ${to}`;
    },
  },
});

const calls = [
  { tool: 'divide', args: { a: 9, b: 2 } },
  { tool: 'divide', args: { a: 9, b: 0 } },
  { tool: 'divide', args: { a: 'nine' } },
  { tool: 'multiply', args: { a: 9, b: 2 } },
  { tool: 'pay', args: { to: 'grace', cents: 500 } },
  { tool: 'pay', args: { to: 'nobody', cents: 500 } },
];
for (const call of calls) {
  const observation = await registry.dispatch(call);
  console.log(observation.ok ? `ok: ${observation.text}` : observation.text);
}
