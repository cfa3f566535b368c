import type { Json } from '@loopwright/core-parser';
import type { Call, Observation, Tool } from '@loopwright/tool-registry';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import type {
  Advisor,
  AgentTool,
  Allowance,
  DurableEvent,
  Effect,
  Guard,
  GuardFactory,
  JournalErrorCode,
  JournalRecord,
  LimitOptions,
  Limits,
  LiveEvent,
  MemoryJournal,
  Model,
  ModelReply,
  Outcome,
  ParentHandle,
  Pending,
  Role,
  Run,
  RunHandle,
  RunResult,
  RunSpec,
  Status,
  Step,
  StepRuntime,
  StopReason,
  StopReasonOf,
  Verdict,
} from '../src/index.ts';
import {
  createMemoryJournal,
  defineAgentTool,
  type endOrder,
  type ends,
  evaluateBounds,
  isAgentTool,
  isConfigurationError,
  isJournalError,
  journalFromEvents,
  passThroughRuntime,
  resolveLimits,
  runStrategy,
  startStrategy,
} from '../src/index.ts';

// A guard ends a run as stopped, degraded or failed; solved is `done`, and suspended is no end.
expectTypeOf<'loop_detected' | 'gave_up' | 'error'>().toExtend<StopVerdict['stopReason']>();
expectTypeOf<'final' | 'goal_achieved' | 'detached'>().not.toExtend<StopVerdict['stopReason']>();
type StopVerdict = Extract<Verdict, { kind: 'stop' }>;
// @ts-expect-error a guard that is done says so with `done`
const final: Verdict = { kind: 'stop', stopReason: 'final', text: 'done' };
expectTypeOf(final).toEqualTypeOf<Verdict>();

// A result has an answer exactly when it is solved, and open approvals exactly when it is suspended.
declare const result: RunResult<number>;
// @ts-expect-error an answer exists only when the run is solved
result.answer;
// @ts-expect-error decisions are pending only when the run is suspended
result.pending;
if (result.status === 'solved') {
  expectTypeOf(result.answer).toEqualTypeOf<number>();
  expectTypeOf(result.stopReason).toEqualTypeOf<'final' | 'goal_achieved'>();
  // @ts-expect-error nothing is pending in a solved run
  result.pending;
} else {
  // @ts-expect-error and nowhere else is there an answer
  result.answer;
}
if (result.status === 'degraded') {
  expectTypeOf(result.stopReason).toEqualTypeOf<'gave_up' | 'incomplete_evidence'>();
}
if (result.status === 'suspended') {
  expectTypeOf(result.pending).toEqualTypeOf<Pending[]>();
  expectTypeOf(result.stopReason).toEqualTypeOf<'awaiting_approval' | 'detached'>();
}
// A stop reason tells the status, so that it can be switched over alone.
if (result.stopReason === 'max_steps') expectTypeOf(result.status).toEqualTypeOf<'stopped'>();
if (result.stopReason === 'final') expectTypeOf(result.answer).toEqualTypeOf<number>();

// Common to every end.
expectTypeOf(result.partial.text).toEqualTypeOf<string>();
expectTypeOf(result.partial.found).toEqualTypeOf<Json[]>();
expectTypeOf(result.steps).toEqualTypeOf<Step[]>();
expectTypeOf(result.effects).toEqualTypeOf<Effect[]>();
expectTypeOf(result.counts.modelCalls).toEqualTypeOf<Partial<Record<Role, number>>>();
expectTypeOf(result.usage.costUsd).toEqualTypeOf<number | null>();

// The table of ends is the one source of both types.
expectTypeOf<keyof typeof ends>().toEqualTypeOf<StopReason>();
expectTypeOf<(typeof ends)[StopReason]>().toEqualTypeOf<Status>();
expectTypeOf<StopReasonOf<'solved'>>().toEqualTypeOf<'final' | 'goal_achieved'>();
expectTypeOf<StopReasonOf<'failed'>>().toEqualTypeOf<'refused' | 'error'>();
expectTypeOf<StopReasonOf<'failed' | 'suspended'>>().toEqualTypeOf<
  'refused' | 'error' | 'awaiting_approval' | 'detached'
>();
expectTypeOf<StopReasonOf<Status>>().toEqualTypeOf<StopReason>();
expectTypeOf<(typeof endOrder)[number]>().toExtend<StopReason>();

// A strategy.
expectTypeOf<Run['think']>().returns.resolves.toEqualTypeOf<ModelReply>();
expectTypeOf<Run['act']>().toEqualTypeOf<(calls: readonly Call[]) => Promise<Observation[]>>();
expectTypeOf<Run['judge']>().returns.resolves.toEqualTypeOf<Step>();
declare const run: Run;
expectTypeOf(run.io('n', async (): Promise<number> => 5)).resolves.toEqualTypeOf<number>();
// @ts-expect-error other I/O gives JSON, or it could not be stored
run.io('n', async () => new Date());
// @ts-expect-error the steps of a run are not the strategy's to change
run.steps.push;
// @ts-expect-error a role is one of eight words
run.think({ system: '', messages: [] }, 'judgement');
// @ts-expect-error a strategy notes only what viewers know
run.note('thought', 1);

// An outcome is an answer or a text, and never a suspension.
expectTypeOf<{ stopReason: 'final'; answer: Json }>().toExtend<Outcome>();
expectTypeOf<{ stopReason: 'gave_up'; text: string; partial: string }>().toExtend<Outcome>();
expectTypeOf<{ stopReason: 'final'; text: string }>().not.toExtend<Outcome>();
expectTypeOf<{ stopReason: 'max_steps'; answer: Json }>().not.toExtend<Outcome>();
expectTypeOf<{ stopReason: 'awaiting_approval'; text: string }>().not.toExtend<Outcome>();
expectTypeOf<{ stopReason: 'detached'; text: string }>().not.toExtend<Outcome>();

// The type of the answer comes from the check.
declare const spec: RunSpec<number>;
const body = async (): Promise<Outcome> => ({ stopReason: 'final', answer: 1 });
expectTypeOf(runStrategy(spec, body)).resolves.toEqualTypeOf<RunResult<number>>();
expectTypeOf(startStrategy(spec, body)).toEqualTypeOf<RunHandle<number>>();
expectTypeOf(
  runStrategy(
    {
      ...({} as Omit<RunSpec<unknown>, 'checkAnswer'>),
      checkAnswer: (answer: Json) =>
        typeof answer === 'string'
          ? { ok: true, value: answer.length }
          : { ok: false, message: 'no text' },
    },
    body,
  ),
).resolves.toEqualTypeOf<RunResult<number>>();
expectTypeOf<RunHandle<number>['events']>().toEqualTypeOf<
  AsyncIterable<DurableEvent | LiveEvent>
>();

// A default model is required; roles may have their own.
expectTypeOf<{ default: Model; critic: Model }>().toExtend<RunSpec<1>['models']>();
expectTypeOf<{ critic: Model }>().not.toExtend<RunSpec<1>['models']>();
expectTypeOf<{ actor: 10; critic: 9 }>().toExtend<Allowance>();
// A model owes a text and nothing else.
expectTypeOf<{ id: string; generate: () => Promise<{ text: string }> }>().toExtend<Model>();
expectTypeOf<{ id: string; generate: () => Promise<{ finish: 'stop' }> }>().not.toExtend<Model>();

// The arguments of a sub-agent are typed by its schema.
const lookup = defineAgentTool({
  name: 'lookup',
  description: 'Looks something up.',
  input: z.object({ topic: z.string(), depth: z.string().transform(Number) }),
  bounds: { modelCalls: 5 },
  approval: (args) => args.depth > 3,
  agent: async (args, parent) => {
    expectTypeOf(args).toEqualTypeOf<{ topic: string; depth: number }>();
    expectTypeOf(parent).toEqualTypeOf<ParentHandle>();
    return runStrategy({ ...spec, parent }, body);
  },
});
expectTypeOf(lookup).toEqualTypeOf<AgentTool>();
expectTypeOf(lookup).toExtend<Tool>();
// @ts-expect-error a sub-agent tool has no effect of its own: its calls have
defineAgentTool({ ...lookup, input: z.object({}), effect: 'once' });
defineAgentTool({
  name: 'x',
  description: 'x',
  input: z.object({}),
  bounds: { modelCalls: 1 },
  // @ts-expect-error a sub-agent gives the result of a run
  agent: async () => 'text',
});
declare const tool: Tool;
if (isAgentTool(tool)) expectTypeOf(tool.bounds).toEqualTypeOf<{ readonly modelCalls: number }>();

// Guards and advisors.
expectTypeOf<() => { name: string; judge: () => undefined }>().toExtend<GuardFactory>();
expectTypeOf<Guard>().not.toExtend<GuardFactory>();
expectTypeOf<{ kind: 'done'; answer: Json }>().toExtend<Verdict>();
expectTypeOf<{ kind: 'stop'; text: string }>().not.toExtend<Verdict>();
expectTypeOf<Parameters<Advisor['advise']>[0]['think']>()
  .parameter(1)
  .toEqualTypeOf<'critic' | 'reflector'>();

// Runtimes, journals, events.
expectTypeOf(passThroughRuntime()).toEqualTypeOf<StepRuntime>();
expectTypeOf(createMemoryJournal()).toEqualTypeOf<MemoryJournal>();
expectTypeOf<MemoryJournal>().toExtend<StepRuntime>();
expectTypeOf(journalFromEvents([])).toEqualTypeOf<JournalRecord>();
expectTypeOf(createMemoryJournal(journalFromEvents([]))).toExtend<StepRuntime>();
declare const event: DurableEvent;
if (event.type === 'step') expectTypeOf(event.step).toEqualTypeOf<Step>();
if (event.type === 'finished') {
  // @ts-expect-error the steps have events of their own
  event.result.steps;
  if (event.result.status === 'solved') expectTypeOf(event.result.answer).toEqualTypeOf<Json>();
}

// Limits, bounds, errors.
expectTypeOf(resolveLimits({ maxSteps: 5 })).toEqualTypeOf<Limits>();
expectTypeOf<Limits['maxTokens']>().toEqualTypeOf<number | undefined>();
// @ts-expect-error there is no such limit
resolveLimits({ timeoutMs: 5 });
expectTypeOf(evaluateBounds).returns.toHaveProperty('costUsd').toEqualTypeOf<number | null>();
declare const error: unknown;
if (isConfigurationError(error)) expectTypeOf(error.code).toExtend<string>();
if (isJournalError(error)) expectTypeOf(error.code).toEqualTypeOf<JournalErrorCode>();

// A limit that is only sometimes set needs no detour.
declare const perhaps: number | undefined;
expectTypeOf<{ maxSteps: typeof perhaps }>().toExtend<LimitOptions>();
