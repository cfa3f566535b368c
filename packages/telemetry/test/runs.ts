import { defineAgentTool } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** A step in the labelled text form. */
export function action(tool: string, args: object, thought = 'Next.'): string {
  return `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}

export function final(answer: string): string {
  return `Thought: It is in hand.\nFinal Answer: ${answer}`;
}

export const giveUp = `Thought: No use.\nAction: give_up\nAction Input: {"partial_answer": "half", "reason": "no signal"}`;

export const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide at an hour.',
  effect: 'pure',
  input: z.object({ hour: z.number() }),
  execute: ({ hour }) => 100 + hour,
});

export const radio = defineTool({
  name: 'radio',
  description: 'Asks the harbour master.',
  effect: 'pure',
  input: z.object({}),
  execute: () => {
    throw new Error('no signal from mast-17');
  },
});

/** Pays once it is approved, and keeps what it paid. */
export function payment() {
  const paid: number[] = [];
  const pay = defineTool({
    name: 'pay',
    description: 'Pays the fee.',
    effect: 'once',
    approval: true,
    input: z.object({ eur: z.number() }),
    execute: ({ eur }) => {
      paid.push(eur);
      return 'paid';
    },
  });
  return { pay, paid };
}

/** A tool that is an agent: two steps, one call. */
export function harbourPilot() {
  return defineAgentTool({
    name: 'pilot',
    description: 'Finds out.',
    input: z.object({ question: z.string() }),
    bounds: { modelCalls: 4 },
    agent: ({ question }, parent) =>
      runReact({
        task: question,
        model: scriptedModel([action('tide', { hour: 3 }), final('103')], { id: 'small' }),
        tools: createToolRegistry({ tools: [tide] }),
        limits: { maxSteps: 4 },
        parent,
      }),
  });
}
