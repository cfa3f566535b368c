import type { DurableEvent, StepRuntime } from '@loopwright/agent-run';
import { type PlanExecuteOptions, runPlanExecute } from '@loopwright/planner';
import { type ScriptedReply, scriptedModel } from '@loopwright/providers/scripted';
import { type ReactOptions, runReact } from '@loopwright/react-loop';
import { runRewoo } from '@loopwright/rewoo';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import { createRunLog, type RunLogOptions } from '../src/run-log.ts';

/** A step in the labelled text form. */
export function action(tool: string, args: object, thought = 'Next.'): string {
  return `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}

export function final(answer: string): string {
  return `Thought: It is in hand.\nFinal Answer: ${answer}`;
}

/** A plan as a model writes it. */
export function plan(...steps: readonly [id: string, tool: string, args?: object][]): string {
  return JSON.stringify({ plan: steps.map(([id, tool, args = {}]) => ({ id, tool, args })) });
}

/** Tools of a library: one that looks up, one that fails, one that lends once, and one that needs a decision. */
export function libraryTools(find: (q: string) => unknown = (q) => `Of ${q}: 3 books.`) {
  const lent: string[] = [];
  const tools = createToolRegistry({
    tools: [
      defineTool({
        name: 'find',
        description: 'Finds books.',
        effect: 'pure',
        input: z.looseObject({ q: z.string() }),
        execute: ({ q }) => find(q),
      }),
      defineTool({
        name: 'scan',
        description: 'Scans a page.',
        effect: 'pure',
        input: z.object({}),
        execute: () => {
          throw new Error('no light');
        },
      }),
      defineTool({
        name: 'lend',
        description: 'Lends a book.',
        effect: 'once',
        input: z.object({ book: z.string() }),
        execute: ({ book }) => {
          lent.push(book);
          return 'lent';
        },
      }),
      defineTool({
        name: 'sell',
        description: 'Sells a book.',
        effect: 'once',
        approval: true,
        input: z.object({ book: z.string() }),
        execute: () => 'sold',
      }),
    ],
  });
  return { tools, lent };
}

const approve = async () => [true];

type Logged = { onEvent: (event: DurableEvent) => void; runtime?: StepRuntime | undefined };

export type AnyRun = (logged: Logged, replies?: readonly ScriptedReply[]) => Promise<unknown>;

const lookUp = [
  action('find', { q: 'whales' }),
  action('lend', { book: 'Moby Dick' }),
  final('lent'),
];

export function react(
  { onEvent, runtime }: Logged,
  replies: readonly ScriptedReply[] = lookUp,
  options: Partial<ReactOptions> & { find?: (q: string) => unknown } = {},
) {
  const { find, ...rest } = options;
  return runReact({
    task: 'Lend a book about whales.',
    model: scriptedModel(replies),
    tools: libraryTools(find).tools,
    approve,
    onEvent,
    runtime,
    ...rest,
  });
}

const borrowing = plan(['E1', 'find', { q: 'whales' }], ['E2', 'lend', { book: '#E1' }]);

export const rewoo: AnyRun = ({ onEvent, runtime }, replies = [borrowing, final('lent')]) =>
  runRewoo({
    task: 'Lend a book about whales.',
    model: scriptedModel(replies),
    tools: libraryTools().tools,
    approve,
    onEvent,
    runtime,
  });

export const planExecute = (
  { onEvent, runtime }: Logged,
  replies: readonly ScriptedReply[] = [borrowing],
  options: Partial<PlanExecuteOptions> = {},
) =>
  runPlanExecute({
    task: 'Lend a book about whales.',
    model: scriptedModel(replies),
    tools: libraryTools().tools,
    approve,
    onEvent,
    runtime,
    ...options,
  });

/** Runs with a log, and gives the events and the lines. */
export async function logged(
  run: (logged: Logged) => Promise<unknown>,
  options: Omit<RunLogOptions, 'write'> = {},
) {
  const events: DurableEvent[] = [];
  const lines: string[] = [];
  const log = createRunLog({ ...options, write: (line) => void lines.push(line) });
  const result = await run({
    onEvent(event) {
      events.push(event);
      log.onEvent(event);
    },
  });
  const end = await log.end();
  return { result, events, lines, end, text: lines.map((line) => `${line}\n`).join('') };
}

/** Tells events that are already there to a new log. */
export async function logAgain(
  events: readonly DurableEvent[],
  options: Omit<RunLogOptions, 'write'> = {},
) {
  const lines: string[] = [];
  const log = createRunLog({ ...options, write: (line) => void lines.push(line) });
  for (const event of events) log.onEvent(event);
  const end = await log.end();
  return { lines, end, text: lines.map((line) => `${line}\n`).join('') };
}
