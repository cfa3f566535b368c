import type { StepRuntime } from '@loopwright/agent-run';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount.',
  input: z.object({ amount: z.number() }),
  effect: 'once',
  approval: true,
  execute: ({ amount }) => `paid ${amount}`,
});

/** The run of one session, as the command line starts it. */
export function resume({ runtime, detach }: { runtime: StepRuntime; detach: AbortSignal }) {
  return runReact({
    task: 'Pay the invoice.',
    tools: createToolRegistry({ tools: [pay] }),
    model: {
      id: 'rules',
      async generate({ messages }) {
        const isPaid = JSON.stringify(messages).includes('Observation: paid');
        return {
          text: isPaid
            ? 'Thought: Done.\nFinal Answer: paid'
            : 'Thought: Due.\nAction: pay\nAction Input: {"amount": 30}',
        };
      },
    },
    runtime,
    detach,
  });
}
