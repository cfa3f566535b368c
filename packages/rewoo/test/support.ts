import type { ModelRequest, Step } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import { createToolRegistry, defineTool, type Tool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** A step as a planner writes it. */
export function step(id: string, tool: string, args: JsonObject = {}) {
  return { id, tool, args };
}

/** A plan in the JSON form. */
export function planText(...steps: object[]): string {
  return JSON.stringify({ plan: steps });
}

export const franceFact = 'The capital of France is the city Paris';

/** The plan for "How many words are in the France fact, doubled?". */
export const francePlan = [
  step('E1', 'search', { q: 'france' }),
  step('E2', 'word_count', { text: '#E1' }),
  step('E3', 'multiply', { x: '#E2', y: 2 }),
];

/**
 * Tools of a small reading room: `search` knows one fact, `word_count` and `multiply` take their types seriously, `list` gives
 * an object, `boom` fails, `pay` acts once.
 */
export function readingRoom(more: readonly Tool[] = []) {
  const paid: unknown[] = [];
  const tools = createToolRegistry({
    tools: [
      defineTool({
        name: 'search',
        description: 'Looks up a fact.',
        effect: 'pure',
        input: z.object({ q: z.string() }),
        execute: ({ q }) => (q === 'france' ? franceFact : `Nothing about ${q}.`),
      }),
      defineTool({
        name: 'word_count',
        description: 'Counts the words of a text.',
        effect: 'pure',
        input: z.object({ text: z.string() }),
        execute: ({ text }) => text.split(' ').length,
      }),
      defineTool({
        name: 'multiply',
        description: 'Multiplies two numbers.',
        effect: 'pure',
        input: z.object({ x: z.number(), y: z.number() }),
        execute: ({ x, y }) => x * y,
      }),
      defineTool({
        name: 'list',
        description: 'Lists the shelves.',
        effect: 'pure',
        input: z.object({}),
        execute: () => ({ shelves: [{ name: 'maps' }, { name: 'tides' }] }),
      }),
      defineTool({
        name: 'boom',
        description: 'Asks the archive.',
        effect: 'pure',
        input: z.looseObject({}),
        execute: () => {
          throw new Error('HTTP 500');
        },
      }),
      defineTool({
        name: 'pay',
        description: 'Pays a fee.',
        effect: 'once',
        input: z.looseObject({}),
        execute: (args) => {
          paid.push(args);
          return 'paid';
        },
      }),
      ...more,
    ],
  });
  return { tools, paid };
}

/** What a request shows beside its system prompt. */
export function blocksOf(request: ModelRequest | undefined): readonly string[] {
  return (request?.messages ?? []).flatMap((each) => (each.role === 'user' ? each.blocks : []));
}

/** The tools that each wave called. */
export function wavesOf(steps: readonly Step[]): string[][] {
  return steps.map(({ calls }) => calls.map(({ tool }) => tool));
}
