import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** A step in the labelled text form. */
export function action(tool: string, args: object, thought = 'Next.'): string {
  return `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}

export function final(answer: string): string {
  return `Thought: It is in hand.\nFinal Answer: ${answer}`;
}

/** Tools of a small harbour: a tide table, a tool that fails, and a payment. */
export function harbourTools() {
  const paid: number[] = [];
  const tools = createToolRegistry({
    tools: [
      defineTool({
        name: 'tide',
        description: 'Height of the tide in centimetres at an hour.',
        effect: 'pure',
        input: z.object({ hour: z.number() }),
        execute: ({ hour }) => 100 + hour,
      }),
      defineTool({
        name: 'radio',
        description: 'Asks the harbour master.',
        effect: 'pure',
        input: z.object({}),
        execute: () => {
          throw new Error('no signal');
        },
      }),
      defineTool({
        name: 'pay',
        description: 'Pays the harbour fee in euros.',
        effect: 'once',
        input: z.object({ eur: z.number() }),
        execute: ({ eur }) => {
          paid.push(eur);
          return 'paid';
        },
      }),
    ],
  });
  return { tools, paid };
}
