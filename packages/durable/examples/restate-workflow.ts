import type { Model } from '@loopwright/agent-run';
import { decide, restateRuntime } from '@loopwright/durable/restate';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import {
  type WorkflowContext,
  type WorkflowSharedContext,
  workflow,
} from '@restatedev/restate-sdk';
import { z } from 'zod';

const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount.',
  input: z.object({ to: z.string(), amount: z.number() }),
  effect: 'once',
  approval: true,
  execute: ({ to, amount }) => `paid ${amount} to ${to}`,
});

/** Give it to `serve({ services: [invoices(model)] })` of the SDK, and the address of that to your Restate server. */
export function invoices(model: Model) {
  return workflow({
    name: 'invoices',
    handlers: {
      /** POST /invoices/invoice-17/run/send {"task": "Pay the invoice of Ada."} */
      run: (ctx: WorkflowContext, { task }: { task: string }) =>
        runReact({
          task,
          tools: createToolRegistry({ tools: [pay] }),
          model,
          runtime: restateRuntime(ctx),
          // Stops what is in flight when the engine no longer hears this attempt, or cancels it.
          detach: ctx.request().attemptCompletedSignal,
        }),
      /** POST /invoices/invoice-17/decide {"key": "act:0:0", "approved": true} */
      decide: (ctx: WorkflowSharedContext, given: { key: string; approved: boolean }) =>
        decide(ctx, given.key, given.approved),
    },
  });
}
