import {
  type ModelReply,
  type ModelRequest,
  type Outcome,
  type Run,
  type RunOptions,
  type RunResult,
  type RunSpec,
  runStrategy,
} from '@loopwright/agent-run';
import { extractJson, type Json, type JsonObject } from '@loopwright/core-parser';
import type { Call, Observation } from '@loopwright/tool-registry';

/** Calls that are made one list after another, the calls of a list together. */
export type Waves = readonly (readonly Call[])[];

/** Options of a run that makes known calls and asks no model. */
export type WaveOptions = Omit<RunOptions, 'models'> & { task?: string; waves: Waves };

/** Performs waves of calls and answers with the texts of all observations. */
export function runWaves(options: WaveOptions): Promise<RunResult<Json>> {
  const spec: RunSpec<Json> = {
    ...options,
    strategy: { name: 'waves', version: 1 },
    task: options.task ?? 'Make the calls.',
    models: { default: silentModel },
    allowance: {},
    configuration: { waves: options.waves as unknown as Json },
  };
  return runStrategy(spec, async (run) => {
    const observations = await performWaves(run, options.waves);
    return { stopReason: 'final', answer: observations.map(({ text }) => text) };
  });
}

/** Options of a run whose waves a model plans. */
export type PlannedWaveOptions = RunOptions & {
  task: string;
  /** Plans at most; a plan of which no call succeeds is followed by the next one. */
  maxPlans: number;
  /** Has a model sum up a run without an answer. Default: false. */
  synthesis?: boolean;
};

/** Has waves planned by a model, performs them, and has another call of the model answer from the observations. */
export function runPlannedWaves(options: PlannedWaveOptions): Promise<RunResult<Json>> {
  const { maxPlans, synthesis = false, ...rest } = options;
  const spec: RunSpec<Json> = {
    ...rest,
    strategy: { name: 'planned-waves', version: 1 },
    allowance: { planner: maxPlans, solver: 1, synthesiser: synthesis ? 1 : 0 },
    salvage: synthesis ? sumUp : undefined,
  };
  return runStrategy(spec, async (run): Promise<Outcome> => {
    for (let plan = 1; plan <= maxPlans; plan++) {
      const reply = await run.think(requestOf('Plan the calls, in waves.', run), 'planner');
      const observations = await performWaves(run, readWaves(reply));
      if (!observations.some(({ ok }) => ok)) continue;
      const answer = await run.think(requestOf('Answer from the observations.', run), 'solver');
      return { stopReason: 'final', answer: answer.text };
    }
    return { stopReason: 'max_replans', text: `None of ${maxPlans} plans had a result` };
  });
}

async function performWaves(run: Run, waves: Waves): Promise<Observation[]> {
  const all: Observation[] = [];
  for (const [index, calls] of waves.entries()) {
    run.progress({ done: index, total: waves.length });
    const observations = await run.act(calls);
    all.push(...observations);
    await run.judge({ thought: '', calls, observations, last: index === waves.length - 1 });
  }
  run.progress({ done: waves.length, total: waves.length });
  return all;
}

async function sumUp(run: Run): Promise<string> {
  return (await run.think(requestOf('Sum up.', run), 'synthesiser')).text;
}

function requestOf(system: string, run: Run): ModelRequest {
  const blocks = run.steps.flatMap(({ observations }) => observations.map(({ text }) => text));
  return { system, messages: [{ role: 'user', blocks: [run.task, ...blocks] }] };
}

/** A plan is JSON with waves, or else the native calls of the reply as one wave. */
function readWaves(reply: ModelReply): Waves {
  const reading = extractJson(reply.text);
  const waves = reading.ok ? reading.value.waves : undefined;
  if (Array.isArray(waves))
    return waves.map((wave) => (Array.isArray(wave) ? wave.map(toCall) : []));
  if (reply.toolCalls.length === 0) return [[unreadable('there is no plan')]];
  return [
    reply.toolCalls.map(({ name, args }) => {
      const read = extractJson(args === '' ? '{}' : args);
      return read.ok ? { tool: name, args: read.value } : unreadable(read.message, name);
    }),
  ];
}

function toCall(planned: Json): Call {
  const { tool, args } = (planned ?? {}) as { tool?: string; args?: JsonObject };
  return { tool: tool ?? '', args: args ?? {} };
}

function unreadable(reason: string, tool = 'PLAN_ERROR'): Call {
  return { tool, args: {}, unreadable: reason };
}

const silentModel = {
  id: 'none',
  generate: () => Promise.reject(new Error('a run of known waves asks no model')),
};
