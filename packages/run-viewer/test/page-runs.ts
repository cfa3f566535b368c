import type { DurableEvent, RunHandle } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** The durable events of a run that was started, once it has ended. */
export async function eventsOf(run: RunHandle<unknown>): Promise<DurableEvent[]> {
  const events: DurableEvent[] = [];
  for await (const event of run.events) if ('seq' in event) events.push(event);
  await run.result;
  return events;
}

/** Looks things up; knows nothing of Atlantis. */
export const lookup = defineTool({
  name: 'lookup',
  description: 'Looks up a fact.',
  effect: 'pure',
  input: z.object({ key: z.string() }),
  execute: ({ key }) => {
    if (key.includes('Atlantis')) throw new Error('no such place');
    return `fact ${key}`;
  },
});

export const join = defineTool({
  name: 'join',
  description: 'Joins two texts.',
  effect: 'pure',
  input: z.object({ a: z.string(), b: z.string() }),
  execute: ({ a, b }) => `${a} and ${b}`,
});

/** Acts once, after somebody has allowed it. */
export const pay = defineTool({
  name: 'pay',
  description: 'Pays euros.',
  effect: 'once',
  approval: true,
  input: z.object({ eur: z.number() }),
  execute: ({ eur }) => `paid ${eur}`,
});

export const tools = createToolRegistry({ tools: [lookup, join, pay] });

/** A model that says these texts one after another. */
export function says(...texts: readonly string[]) {
  let next = 0;
  return fromPolicy(() => texts[Math.min(next++, texts.length - 1)]!);
}

/** A step in the text format. */
export function calls(tool: string, args: object, thought = 'go on'): string {
  return `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}
