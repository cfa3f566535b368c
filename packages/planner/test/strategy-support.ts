import type { DurableEvent, ModelRequest } from '@loopwright/agent-run';
import {
  createToolRegistry,
  defineTool,
  type Tool,
  type ToolEffect,
} from '@loopwright/tool-registry';
import { z } from 'zod';

const anyArguments = z.looseObject({});

/** A tool that takes any arguments. */
export function tool(
  name: string,
  execute: (args: Record<string, unknown>) => unknown,
  effect: ToolEffect = 'pure',
  extra: { approval?: boolean } = {},
): Tool {
  const description = `The tool ${name}.`;
  return defineTool({ name, description, input: anyArguments, effect, execute, ...extra });
}

export const franceFact = 'France is a country whose capital is Paris';

/** Tools for "How many words are in the France fact, doubled?", and one that fails. `calls` are those that came through. */
export function factTools(more: readonly Tool[] = []) {
  const calls: string[] = [];
  const recorded = (name: string, execute: (args: Record<string, unknown>) => unknown) =>
    tool(name, (args) => {
      calls.push(name);
      return execute(args);
    });
  const tools = createToolRegistry({
    tools: [
      recorded('search', () => franceFact),
      recorded('word_count', ({ text }) => String(text).split(' ').length),
      recorded('multiply', ({ x, y }) => {
        if (typeof x !== 'number' || typeof y !== 'number') throw new TypeError('not numbers');
        return x * y;
      }),
      recorded('boom', () => {
        throw new Error('it went off');
      }),
      ...more,
    ],
  });
  return { tools, calls };
}

type PlannedStep = [id: string, tool: string, args?: object];

/** A plan as a model writes it. */
export function planText(...steps: readonly PlannedStep[]): string {
  return JSON.stringify({ plan: steps.map(([id, name, args = {}]) => ({ id, tool: name, args })) });
}

/** All that a request shows, without the system prompt. */
export function shownIn({ messages }: ModelRequest): string {
  return messages
    .map((message) => (message.role === 'user' ? message.blocks.join('') : message.text))
    .join('');
}

/** A listener, and the notes of one name that it heard. */
export function recorder() {
  const events: DurableEvent[] = [];
  const notes = (name: string) =>
    events.flatMap((event) => (event.type === 'note' && event.name === name ? [event.data] : []));
  return { events, notes, onEvent: (event: DurableEvent) => void events.push(event) };
}
