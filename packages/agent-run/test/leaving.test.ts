import { describe, expect, it, vi } from 'vitest';
import type { MemoryJournal, Outcome, Run, RunResult } from '../src/index.ts';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import { agentTool } from './sub-agent.ts';
import {
  advisor,
  call,
  codesOf,
  done,
  echo,
  guard,
  type SpecOptions,
  specOf,
  stepWith,
} from './support.ts';

const never = () => new Promise<never>(() => {});

/** Never settles the first time, after it had the run left; gives its value ever after. */
type Stick = <Value>(value: Value) => Promise<Value>;

function sticking(leave: () => void): Stick {
  let isStuck = true;
  return (value) => {
    if (!isStuck) return Promise.resolve(value);
    isStuck = false;
    leave();
    return never();
  };
}

async function echoAndAnswer(run: Run): Promise<Outcome> {
  await stepWith(run, call('echo', { n: 1 }));
  return done;
}

type Scenario = SpecOptions & { body: (run: Run) => Promise<Outcome> };

/** Code of the caller that a run waits for. Each makes one step with `echo` first. */
const codeOfCaller = {
  'the body': (stick: Stick): Scenario => ({
    body: async (run) => {
      await echoAndAnswer(run);
      return stick(done);
    },
  }),
  'an advisor': (stick: Stick): Scenario => ({
    body: echoAndAnswer,
    advisors: [advisor(() => stick('look at the map'))],
  }),
  'the function of a sub-agent tool': (stick: Stick): Scenario => ({
    tools: [
      echo,
      agentTool(async (_, parent) => {
        await stick(undefined);
        return runStrategy(specOf({ allowance: {}, parent }), async () => done);
      }),
    ],
    body: async (run) => {
      await echoAndAnswer(run);
      await stepWith(run, call('helper'));
      return done;
    },
  }),
  'the check of a goal': (stick: Stick): Scenario => ({
    body: echoAndAnswer,
    guards: [guard(() => ({ kind: 'done', answer: 'done' }))],
    checkAnswer: (value) => stick({ ok: true, value }),
  }),
  'the check of an answer': (stick: Stick): Scenario => ({
    body: echoAndAnswer,
    checkAnswer: (value) => stick({ ok: true, value }),
  }),
  salvage: (stick: Stick): Scenario => ({
    body: async (run) => {
      await echoAndAnswer(run);
      return { stopReason: 'max_steps', text: 'the limit' };
    },
    salvage: () => stick('best so far'),
  }),
};

type Code = keyof typeof codeOfCaller;

/** Runs code that never settles, and leaves the run while it does not. */
async function leave(code: Code, how: 'cancel' | 'detach', runtime: MemoryJournal) {
  const controller = new AbortController();
  const stick = sticking(() => setTimeout(() => controller.abort()));
  const { body, ...options } = codeOfCaller[code](stick);
  const start = (more: SpecOptions) =>
    runStrategy(specOf({ ...options, runtime, limits: { graceMs: 0 }, ...more }), body);
  const result = await start({ [how]: controller.signal });
  return { result, resume: () => start({}) };
}

const firstStep = (result: RunResult<unknown>) => codesOf(result.steps[0]?.observations ?? []);

async function expectCancelled(code: Code) {
  const runtime = createMemoryJournal();
  const { result } = await leave(code, 'cancel', runtime);
  expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
  expect(result.reason).toContain('The run was cancelled');
  expect(result.partial.found).toEqual([{ n: 1 }]);
  expect(firstStep(result)).toEqual(['ok']);
  expect(runtime.record().result).toEqual(result);
}

async function expectResumed(code: Code, end: object) {
  const runtime = createMemoryJournal();
  const { result, resume } = await leave(code, 'detach', runtime);
  expect(result).toMatchObject({ status: 'suspended', stopReason: 'detached', pending: [] });
  expect(result.partial.found).toEqual([{ n: 1 }]);
  expect(runtime.record().result).toBeUndefined();
  const resumed = await resume();
  expect(resumed).toMatchObject(end);
  expect(firstStep(resumed)).toEqual(['ok']);
}

describe('code of the caller that never settles', () => {
  it.each([
    'the body',
    'an advisor',
    'the function of a sub-agent tool',
    'the check of a goal',
    'the check of an answer',
  ] as const)('R9: cancel ends the run all the same: %s', expectCancelled);

  it('R8: cancel gives salvage up, and the text made by rules remains', async () => {
    const { result } = await leave('salvage', 'cancel', createMemoryJournal());
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'max_steps' });
    expect(result.partial.text).toBe('Found echo(n: 1): {"n":1}.');
  });

  it.each([
    ['the body', { status: 'solved' }],
    ['an advisor', { status: 'solved', steps: [{ notes: ['look at the map'] }] }],
    ['the function of a sub-agent tool', { status: 'solved', counts: { toolCalls: { ok: 2 } } }],
    ['the check of a goal', { status: 'solved', stopReason: 'goal_achieved' }],
    ['the check of an answer', { status: 'solved', stopReason: 'final' }],
    [
      'salvage',
      { stopReason: 'max_steps', partial: { text: expect.stringMatching(/^Summary: best/) } },
    ],
  ] as const)('R9: detach decides nothing, and the run can be resumed: %s', expectResumed);

  it('R9: a run that was cancelled before it began ends as well', async () => {
    const cancel = AbortSignal.abort();
    const result = await runStrategy(specOf({ cancel, limits: { graceMs: 0 } }), never);
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted', steps: [] });
  });
});

describe('the time that code of the caller gets to end', () => {
  /** Cancels a run whose body settles so many milliseconds later; `graceMs` is 100. */
  async function endAfter(ms: number, settle: () => Promise<Outcome>) {
    vi.useFakeTimers();
    try {
      const cancel = new AbortController();
      const startedAt = Date.now();
      let endedAt = 0;
      const running = runStrategy(
        specOf({ cancel: cancel.signal, limits: { graceMs: 100 } }),
        () =>
          new Promise<Outcome>((resolve) => {
            cancel.signal.addEventListener('abort', () => setTimeout(() => resolve(settle()), ms));
          }),
      ).finally(() => {
        endedAt = Date.now();
      });
      await vi.advanceTimersByTimeAsync(0);
      cancel.abort();
      await vi.advanceTimersByTimeAsync(100);
      const result = await running;
      return { result, ms: endedAt - startedAt };
    } finally {
      vi.useRealTimers();
    }
  }

  it('is graceMs: what it returns by then counts, and nothing waits longer than it must', async () => {
    const { result, ms } = await endAfter(60, async () => done);
    expect(result).toMatchObject({ status: 'solved', answer: 'done' });
    expect(ms).toBe(60);
  });

  it('is graceMs: what it throws by then counts', async () => {
    const { result } = await endAfter(60, () => Promise.reject(new TypeError('torn down')));
    expect(result.reason).toBe('The strategy threw TypeError: torn down');
  });

  it('is graceMs and no more', async () => {
    const { result, ms } = await endAfter(101, async () => done);
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(ms).toBe(100);
  });
});
