import {
  endOrder,
  ends,
  type GuardFactory,
  type Model,
  type Outcome,
  type RunOptions,
  type RunResult,
  runStrategy,
  type StopReason,
  type StopReasonOf,
} from '@loopwright/agent-run';
import { type ReactOptions, runReact } from '@loopwright/react-loop';
import { escalationGuard } from '@loopwright/reflection';
import { createToolRegistry, type Tool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  actionText,
  countObservations,
  createFakeClock,
  createWorld,
  finalText,
  pureModel,
  turnModel,
} from '../src/index.ts';
import { bankTools, call, tool } from './support.ts';

/** The table as the contracts write it, and the row for a process that leaves. */
const documented: Record<StopReason, string> = {
  final: 'solved',
  goal_achieved: 'solved',
  gave_up: 'degraded',
  incomplete_evidence: 'degraded',
  max_steps: 'stopped',
  max_replans: 'stopped',
  condition_met: 'stopped',
  loop_detected: 'stopped',
  no_progress: 'stopped',
  goal_drift: 'stopped',
  error_limit: 'stopped',
  unrecoverable: 'stopped',
  budget: 'stopped',
  timeout: 'stopped',
  aborted: 'stopped',
  refused: 'failed',
  error: 'failed',
  awaiting_approval: 'suspended',
  detached: 'suspended',
};

const growing = pureModel((request) => actionText('search', { q: countObservations(request) }));
const always = (text: string): Model => turnModel([text]);

function react(options: Partial<ReactOptions<unknown>> & { model: Model }, more: Tool[] = []) {
  return runReact<unknown>({
    task: 'Find out.',
    tools: createToolRegistry({ tools: [...bankTools(createWorld()), ...more] }),
    now: createFakeClock().now,
    ...options,
    limits: { retryDelayMs: 0, ...options.limits },
  });
}

/** A strategy of one line. */
function returning(outcome: Outcome): Promise<RunResult<unknown>> {
  const spec = {
    strategy: { name: 'one line', version: 1 },
    task: 'End.',
    tools: createToolRegistry({ tools: [] }),
    models: { default: always('') },
    allowance: {},
  };
  return runStrategy<unknown>(spec, async () => outcome);
}

/** A way to each end. */
const ways: Record<StopReason, () => Promise<RunResult<unknown>>> = {
  final: () => react({ model: always(finalText('42')) }),
  goal_achieved: () => react({ model: growing, goal: (step) => step.n === 2 }),
  gave_up: () => react({ model: always(actionText('give_up', { reason: 'no way' })) }),
  incomplete_evidence: () => returning({ stopReason: 'incomplete_evidence', text: 'E2 failed' }),
  max_steps: () => react({ model: growing, limits: { maxSteps: 2 } }),
  max_replans: () => returning({ stopReason: 'max_replans', text: 'no plan worked' }),
  condition_met: () => react({ model: growing, stopWhen: { enough: (step) => step.n === 2 } }),
  loop_detected: () => react({ model: always(actionText('search', { q: 'same' })) }),
  no_progress: () =>
    react(
      {
        model: pureModel((request) => actionText('same', { q: countObservations(request) })),
        loop: false,
      },
      [tool('same', 'pure', () => 'nothing new')],
    ),
  goal_drift: () =>
    react({
      task: 'What fees apply to my checking account?',
      model: pureModel((request) =>
        actionText('search', { q: `weather in city ${countObservations(request)}` }),
      ),
      drift: { onDrift: 'stop' },
    }),
  error_limit: () => react({ model: always(actionText('broken', {})) }),
  unrecoverable: () =>
    react({
      model: always(actionText('broken', {})),
      guards: [escalationGuard({ tools: ['broken'] }) as GuardFactory],
      errorLimit: { maxConsecutiveErrors: 9 },
      loop: false,
    }),
  budget: () => react({ model: growing, limits: { maxTokens: 500 } }),
  timeout: () => react({ model: growing, limits: { activeMs: 0 } }),
  aborted: () => react({ model: growing, cancel: AbortSignal.abort() }),
  refused: () => react({ model: pureModel(() => ({ text: 'no', finish: 'refusal' })) }),
  error: () => react({ model: { id: 'x', generate: () => Promise.reject(new Error('down')) } }),
  awaiting_approval: () => react({ model: always(actionText('wire', {})) }),
  detached: () => react({ model: growing, detach: AbortSignal.abort() }),
};

describe('the table of ends', () => {
  it('R9: is the documented one', () => {
    expect(ends).toEqual(documented);
  });

  it.each(Object.keys(documented) as StopReason[])(
    'R9, R12: %s is reached, with its status and something to say',
    async (reason) => {
      const result = await ways[reason]();
      expect(result.stopReason).toBe(reason);
      expect(result.status).toBe(documented[reason]);
      expect('answer' in result).toBe(result.status === 'solved');
      expect(result.reason).toMatch(/\S/);
      expect(result.partial.text).toMatch(/\S/);
    },
  );

  it.each([
    ['tokens', { limits: { maxTokens: 500 } }],
    ['tool calls', { limits: { maxToolCalls: 1 } }],
    [
      'money',
      {
        limits: { maxCostUsd: 0.001 },
        prices: { pure: { inputPerMillionUsd: 2, outputPerMillionUsd: 2 } },
      },
    ],
  ] satisfies [string, Partial<ReactOptions<unknown>>][])(
    'R9: a budget of %s ends a run as budget',
    async (_, options) => {
      expect((await react({ model: growing, ...options })).stopReason).toBe('budget');
    },
  );

  it.each([
    ['R9: a model that never answers is a timeout', 'timeout', { kind: 'timeout' }],
    ['R9: a model that refuses by throwing is refused', 'refused', { kind: 'refused' }],
    [
      'R9: a request that is too large has used up the room of the model',
      'budget',
      { kind: 'context_overflow' },
    ],
    [
      'R9: a model that aborts on its own has failed; nobody cancelled',
      'error',
      { kind: 'aborted' },
    ],
    ['R9: an AbortError of a library has failed, too', 'error', { name: 'AbortError' }],
  ])('%s', async (_, reason, fields) => {
    const generate = () => Promise.reject(Object.assign(new Error('no'), fields));
    const result = await react({ model: { id: 'x', generate }, limits: { attempts: 1 } });
    expect(result.stopReason).toBe(reason);
  });
});

type Source = {
  guards: GuardFactory[];
  limits: NonNullable<RunOptions['limits']>;
  /** What the tool of the step does. */
  act(cancel: AbortController, advance: (ms: number) => void): void;
};

const stopBy = (stopReason: StopReasonOf<'stopped'>): Partial<Source> => ({
  guards: [
    () => ({
      name: `says ${stopReason}`,
      judge: () => ({ kind: 'stop', stopReason, text: 'stop' }),
    }),
  ],
});

/** How each end of the order is made to come in one and the same step. */
const sources: Record<(typeof endOrder)[number], Partial<Source>> = {
  goal_achieved: { guards: [() => ({ name: 'goal', judge: () => ({ kind: 'done', answer: 1 }) })] },
  aborted: { act: (cancel) => cancel.abort() },
  budget: { limits: { maxToolCalls: 1 } },
  timeout: { limits: { activeMs: 50 }, act: (_, advance) => advance(100) },
  condition_met: stopBy('condition_met'),
  loop_detected: stopBy('loop_detected'),
  error_limit: stopBy('error_limit'),
  unrecoverable: stopBy('unrecoverable'),
  no_progress: stopBy('no_progress'),
  goal_drift: stopBy('goal_drift'),
  max_steps: { limits: { maxSteps: 1 } },
};

/** One step in which all the given ends come. */
async function stepWith(reasons: readonly (keyof typeof sources)[]): Promise<RunResult<unknown>> {
  const chosen = reasons.map((reason) => sources[reason]);
  const cancel = new AbortController();
  const clock = createFakeClock();
  const acts = tool('acts', 'pure', () => {
    for (const source of chosen) source.act?.(cancel, clock.advance);
    return 'done';
  });
  const spec = {
    strategy: { name: 'one step', version: 1 },
    task: 'Take one step.',
    tools: createToolRegistry({ tools: [acts] }),
    models: { default: always('') },
    allowance: { actor: 1 },
    limits: Object.assign({}, ...chosen.map(({ limits }) => limits)),
    guards: chosen.flatMap(({ guards = [] }) => guards),
    cancel: cancel.signal,
    now: clock.now,
  };
  return runStrategy<unknown>(spec, async (run) => {
    const calls = [call('acts', { n: 1 }), call('acts', { n: 2 })];
    const observations = await run.act(calls);
    await run.judge({ thought: '', calls, observations });
    return { stopReason: 'max_steps', text: 'The only step is done' };
  });
}

const pairs = endOrder.flatMap((first, index) =>
  endOrder.slice(index + 1).flatMap((second) => [
    { first, second, given: [first, second] },
    { first, second, given: [second, first] },
  ]),
);

describe('several ends in one step', () => {
  it.each(pairs)('R9, R17: of $given the reason is $first and $second is a flag', async (pair) => {
    const { first, second, given } = pair;
    const result = await stepWith(given);
    expect(result.stopReason).toBe(first);
    expect(result.status).toBe(ends[first]);
    expect(result.flags.filter((flag) => flag.startsWith(`${second}:`))).toHaveLength(1);
    expect(result.flags.filter((flag) => flag.startsWith(`${first}:`))).toEqual([]);
    expect(result.steps).toHaveLength(1);
    expect(result.steps[0]?.observations).toHaveLength(2);
  });

  it('R9: of all of them the first is the reason, the others are flags in their order', async () => {
    const result = await stepWith(endOrder.toReversed());
    expect(result.stopReason).toBe('goal_achieved');
    expect(result.flags.map((flag) => flag.split(':')[0])).toEqual(endOrder.slice(1));
  });

  it('R9: an end that is not in the order comes last', async () => {
    const parseError = turnModel(['nothing to read']);
    const result = await react({
      model: parseError,
      onParseError: 'stop',
      limits: { maxSteps: 1 },
    });
    expect(result.stopReason).toBe('max_steps');
    expect(result.flags.some((flag) => flag.startsWith('error:'))).toBe(true);
  });

  it('R17: a run that has its answer in the step of the loop is solved', async () => {
    const result = await react({
      model: always(actionText('search', { q: 'same' })),
      goal: (step) => step.n === 4,
    });
    expect(result).toMatchObject({ status: 'solved', stopReason: 'goal_achieved' });
    expect(result.flags.some((flag) => flag.startsWith('loop_detected:'))).toBe(true);
  });

  it('R7: what the model gives up with is told, and nothing is invented when it says nothing', async () => {
    const said = actionText('give_up', { reason: 'no source', partial_answer: 'half of it' });
    const told = await react({ model: always(said) });
    expect(told).toMatchObject({ status: 'degraded', reason: 'no source' });
    expect(told.partial.text).toContain('half of it');
    const silent = await react({ model: always(actionText('give_up', {})) });
    expect(silent).toMatchObject({ status: 'degraded', reason: 'The model gave up' });
    expect(silent.partial.text).toBe('Nothing was found.');
  });
});
