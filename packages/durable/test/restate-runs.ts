import {
  createMemoryJournal,
  type Model,
  type RunResult,
  type StepRuntime,
} from '@loopwright/agent-run';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool, type ToolEffect } from '@loopwright/tool-registry';
import { z } from 'zod';

/** The call of a run of invoices that waits for a decision. */
export const key = 'act:1:0';

/** What differs between two runs of one invoice. */
export type InvoiceOptions = {
  task?: string;
  /** Part of what the tool `look` is for whoever asks. */
  description?: string;
  maxSteps?: number;
  detach?: AbortSignal;
};

/** A run that looks something up, pays for it once it may, and says what it saw; and what really happened in it. */
export function invoiceRun(
  world: {
    /** Of the payment. Default `once`. */
    effect?: ToolEffect;
    /** What looking gives. Default `open invoice`. */
    look?: (signal: AbortSignal) => string | Promise<string>;
    onModelCall?: () => void;
  } = {},
) {
  const { effect = 'once', look = () => 'open invoice', onModelCall = () => {} } = world;
  const happened: string[] = [];
  const calls = ['look {"n":1}', 'pay {"n":2}'];
  const model: Model = {
    id: 'rules',
    async generate({ messages }) {
      const seen = JSON.stringify(messages).match(/Observation: [^"\\]+/g) ?? [];
      happened.push(`model ${seen.join()}`);
      onModelCall();
      const [tool, args] = calls[seen.length]?.split(' ') ?? [];
      return {
        text: tool
          ? `Thought: Next.\nAction: ${tool}\nAction Input: ${args}`
          : `Thought: Done.\nFinal Answer: ${seen.join(', ')}`,
      };
    },
  };
  const run = (runtime: StepRuntime, options: InvoiceOptions = {}) => {
    const { task = 'Pay the invoice.', description = 'Looks.', maxSteps = 5, detach } = options;
    const tools = [
      defineTool({
        name: 'look',
        description,
        input: z.object({ n: z.number() }),
        effect: 'pure',
        execute({ n }, { signal }) {
          happened.push(`look ${n}`);
          return look(signal);
        },
      }),
      defineTool({
        name: 'pay',
        description: 'Pays.',
        input: z.object({ n: z.number() }),
        effect,
        approval: true,
        execute({ n }) {
          happened.push(`pay ${n}`);
          return 'paid';
        },
      }),
    ];
    return runReact({
      ...{ task, model, runtime, tools: createToolRegistry({ tools }), limits: { maxSteps } },
      ...(detach ? { detach } : {}),
    });
  };
  return { happened, run };
}

/** The same run over a journal in memory, and what happened in it. */
export async function undisturbedRun(approved = true) {
  const { happened, run } = invoiceRun();
  const journal = createMemoryJournal({ sessionId: 'session', answers: { [key]: { approved } } });
  return { happened, result: told(await run(journal)) };
}

/** All that a result says but for the time that it took. */
export function told(result: unknown): unknown {
  const { activeMs, ...rest } = JSON.parse(JSON.stringify(result)) as RunResult<unknown>;
  return rest;
}
