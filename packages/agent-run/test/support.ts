import type { Json, JsonObject } from '@loopwright/core-parser';
import type { Call, Observation, Tool, ToolExecution } from '@loopwright/tool-registry';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import type {
  Advisor,
  DurableEvent,
  Guard,
  JournalRecord,
  Model,
  ModelReply,
  ModelRequest,
  Outcome,
  Run,
  RunResult,
  RunSpec,
  Step,
} from '../src/index.ts';
import { passThroughRuntime, runStrategy } from '../src/index.ts';

export type Answer = string | (Partial<ModelReply> & { text: string });

/** A model that answers what it is told, and keeps what it was asked. It throws the errors of its script. */
export type ScriptedModel = Model & { readonly requests: ModelRequest[] };

export function scripted(
  script: readonly (Answer | Error | (() => Answer | Promise<Answer>))[],
  extra: Partial<Model> = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    id: 'scripted',
    requests,
    generate: async (request) => {
      const next = script[requests.length];
      requests.push(request);
      if (next === undefined) throw new Error('the script is over');
      if (next instanceof Error) throw next;
      const answer = typeof next === 'function' ? await next() : next;
      return typeof answer === 'string' ? { text: answer } : answer;
    },
    ...extra,
  };
}

/** A model that never answers and does not listen to its signal. */
export const deafModel: Model = { id: 'deaf', generate: () => new Promise(() => {}) };

/** An error as a provider adapter throws it. */
export function modelError(fields: Record<string, unknown>): Error {
  return Object.assign(new Error('the provider failed'), fields);
}

export function ask(...blocks: string[]): ModelRequest {
  return { system: 'Be short.', messages: [{ role: 'user', blocks }] };
}

export function call(tool: string, args: JsonObject = {}): Call {
  return { tool, args };
}

type Execute = (args: JsonObject, execution: ToolExecution) => unknown;

/** A tool that takes any arguments. */
export function tool(
  name: string,
  effect: Tool['effect'],
  execute: Execute,
  options: Partial<Omit<Parameters<typeof defineTool>[0], 'name' | 'effect' | 'execute'>> = {},
): Tool {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    input: z.record(z.string(), z.any()),
    effect,
    execute: execute as (args: unknown, execution: ToolExecution) => unknown,
    ...options,
  });
}

/** A pure tool that gives its arguments back. */
export const echo: Tool = tool('echo', 'pure', (args) => args);

/** A tool that pays once for each call that reaches it; `paid` holds the idempotency keys. */
export function payTool(options: Parameters<typeof tool>[3] = {}): { pay: Tool; paid: string[] } {
  const paid: string[] = [];
  const execute: Execute = (args, { idempotencyKey }) => {
    paid.push(idempotencyKey);
    return { receipt: paid.length, to: args.to ?? null };
  };
  return { pay: tool('pay', 'once', execute, options), paid };
}

export type SpecOptions = Partial<Omit<RunSpec<Json>, 'tools'>> & {
  model?: Model;
  tools?: readonly Tool[];
};

/** A spec in which everything that a test does not talk about is filled in. */
export function specOf(options: SpecOptions = {}): RunSpec<Json> {
  const { model = scripted([]), tools = [echo], ...rest } = options;
  return {
    strategy: { name: 'test', version: 1 },
    task: 'Find out.',
    tools: createToolRegistry({ tools }),
    models: { default: model },
    allowance: { actor: 10 },
    ...rest,
    limits: { retryDelayMs: 0, ...rest.limits },
  };
}

export const done: Outcome = { stopReason: 'final', answer: 'done' };

/**
 * Runs a strategy whose body holds expectations: a run turns whatever its body throws into a result, so a failed
 * expectation is thrown again here.
 */
export async function runChecked<Value>(
  spec: RunSpec<Value>,
  body: (run: Run) => Promise<Outcome>,
): Promise<RunResult<Value>> {
  const failures: unknown[] = [];
  const result = await runStrategy(spec, async (run) => {
    try {
      return await body(run);
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') failures.push(error);
      throw error;
    }
  });
  if (failures.length > 0) throw failures[0];
  return result;
}

/** A body that performs one wave, judges it, and answers with its observations. */
export function oneWave(calls: readonly Call[]): (run: Run) => Promise<Outcome> {
  return async (run) => {
    const observations = await run.act(calls);
    await run.judge({ thought: '', calls, observations });
    return { stopReason: 'final', answer: observations.map(({ text }) => text) };
  };
}

/** Performs one call and judges it as a step. */
export async function stepWith(run: Run, ...calls: Call[]): Promise<Step> {
  const observations = await run.act(calls);
  return run.judge({ thought: '', calls, observations });
}

/** The one observation of one call. */
export async function actOne(run: Run, one: Call): Promise<Observation> {
  return (await run.act([one]))[0]!;
}

export function recorder(): { events: DurableEvent[]; onEvent: (event: DurableEvent) => void } {
  const events: DurableEvent[] = [];
  return { events, onEvent: (event) => void events.push(event) };
}

export function eventsOf<Type extends DurableEvent['type']>(
  events: readonly DurableEvent[],
  type: Type,
): Extract<DurableEvent, { type: Type }>[] {
  return events.filter(
    (event): event is Extract<DurableEvent, { type: Type }> => event.type === type,
  );
}

export function guard(judge: Guard['judge'], extra: Partial<Guard> = {}): () => Guard {
  return () => ({ name: 'watcher', judge, ...extra });
}

export function advisor(advise: Advisor['advise'], extra: Partial<Advisor> = {}): Advisor {
  return { name: 'adviser', advise, ...extra };
}

/** The error of an observation that must be a failure. */
export function errorOf(observation: Observation | undefined) {
  if (!observation || observation.ok) throw new Error(`expected a failure: ${observation?.text}`);
  return observation.error;
}

/** What a promise rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}

/** A clock that stands still until it is moved. */
export function clock(): { now: () => number; move: (ms: number) => void } {
  let at = Date.UTC(2026, 0, 1);
  return {
    now: () => at,
    move: (ms) => {
      at += ms;
    },
  };
}

/** `ok`, or why it failed, for each observation. */
export const codesOf = (observations: readonly Observation[]) =>
  observations.map((each) => (each.ok ? 'ok' : each.error.code));

/** Runs a body that holds expectations, in the session `s`, for the sake of its effects. */
export function effectsOf(body: (run: Run) => Promise<unknown>, options: SpecOptions) {
  return runChecked(specOf({ runtime: passThroughRuntime('s'), ...options }), async (run) => {
    await body(run);
    return done;
  });
}

/** The last part of each id, and the status. */
export const effectLines = (effects: readonly { id: string; tool: string; status: string }[]) =>
  effects.map(({ id, status }) => `${id.split('/').at(-1)} ${status}`);

/** What is stored when the process dies after so many entries. */
export function cut(record: JournalRecord, entries: number): JournalRecord {
  const { result: _, ...rest } = record;
  return { ...rest, entries: rest.entries.slice(0, entries) };
}

/** The result of a run whose body only returns this. */
export const returned = (outcome: unknown, options: SpecOptions = {}) =>
  runStrategy(specOf(options), async () => outcome as Outcome);
