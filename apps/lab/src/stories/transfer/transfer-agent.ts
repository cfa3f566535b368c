import type { RunResult, StepRuntime } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import type { BankEntry } from './bank.ts';
import { transferPolicy, transferTask } from './transfer-policy.ts';

/** Something that a process of the agent did or read, in the order in which it did. */
export type Moment =
  | { readonly what: 'asks'; readonly step: number }
  | { readonly what: 'reads'; readonly step: number }
  | { readonly what: 'calls'; readonly tool: string; readonly eur: number }
  | { readonly what: 'did'; readonly tool: string }
  | {
      readonly what: 'observes';
      readonly tool: string;
      readonly text: string;
      /** Whether this process made the call itself; else the journal or the run said what is observed. */
      readonly isOwn: boolean;
    };

/**
 * The agent: a plain ReAct run with two tools that act `once`. `reach` is told every moment, and the run goes on when it
 * resolves.
 */
export function runTransferAgent(given: {
  runtime: StepRuntime;
  bank: { do(entry: BankEntry): string };
  reach(moment: Moment): Promise<void>;
}): Promise<RunResult<string>> {
  const { runtime, bank, reach } = given;
  const model = fromPolicy(transferPolicy);
  let asked = 0;
  let isAsked = false;
  let called = '';
  const tool = (name: BankEntry['did'], description: string) =>
    defineTool({
      name,
      description,
      effect: 'once',
      input: z.object({ to: z.string(), eur: z.number() }),
      async execute(args) {
        called = name;
        await reach({ what: 'calls', tool: name, eur: args.eur });
        const receipt = bank.do({ did: name, ...args });
        await reach({ what: 'did', tool: name });
        return receipt;
      },
    });
  return runReact({
    task: transferTask,
    runtime,
    model: {
      ...model,
      async generate(...request) {
        isAsked = true;
        await reach({ what: 'asks', step: asked + 1 });
        return model.generate(...request);
      },
    },
    tools: createToolRegistry({
      tools: [
        tool('transfer', 'Transfers an amount to somebody, at once.'),
        tool('set_up_auto_payment', 'Sets up a monthly payment to somebody.'),
      ],
    }),
    onEvent(event) {
      if (event.type === 'model') {
        asked += 1;
        if (!isAsked) void reach({ what: 'reads', step: asked });
        isAsked = false;
      }
      if (event.type !== 'tool') return;
      const { text } = event.observation;
      void reach({ what: 'observes', tool: event.call.tool, text, isOwn: called !== '' });
      called = '';
    },
  });
}
