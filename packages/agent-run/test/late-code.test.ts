import process from 'node:process';
import { describe, expect, it } from 'vitest';
import type { AdvisorContext, Outcome, ParentHandle, Run } from '../src/index.ts';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import { agentTool } from './sub-agent.ts';
import {
  advisor,
  ask,
  call,
  done,
  payTool,
  recorder,
  rejectionOf,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
} from './support.ts';

const ways = ['cancel', 'detach'] as const;
type Way = (typeof ways)[number];

const never = () => new Promise<never>(() => {});

/**
 * Leaves a run while this body or this code of its options never settles, and keeps what the code was given. What is
 * stored and told must not change when the code goes on later.
 */
async function leaveBehind(
  how: Way,
  options: SpecOptions,
  body: (run: Run, leave: () => void) => Promise<Outcome>,
) {
  const controller = new AbortController();
  const runtime = createMemoryJournal();
  const { events, onEvent } = recorder();
  const leave = () => void setTimeout(() => controller.abort());
  const { pay, paid } = payTool();
  const result = await runStrategy(
    specOf({
      ...options,
      tools: [pay, ...(options.tools ?? [])],
      runtime,
      onEvent,
      limits: { graceMs: 0 },
      [how]: controller.signal,
    }),
    (run) => body(run, leave),
  );
  const told = () => ({ entries: runtime.record().entries, events: [...events], paid: [...paid] });
  const before = told();
  return { result, runtime, expectNothingMore: () => expect(told()).toEqual(before) };
}

async function expectSilentBody(how: Way) {
  let kept: Run | undefined;
  const { expectNothingMore } = await leaveBehind(how, {}, (run, leave) => {
    kept = run;
    leave();
    return never();
  });
  kept!.flag('late', 'a flag');
  kept!.note('plan', ['late']);
  for (const late of [
    () => kept!.judge({ thought: 'late', calls: [], observations: [] }),
    () => kept!.act([call('pay')]),
    () => kept!.think(ask('late'), 'actor'),
    () => kept!.io('late', async () => 1),
  ]) {
    expect(await rejectionOf(late())).toMatchObject({ name: 'Ended' });
  }
  expectNothingMore();
}

async function expectSilentAdvisor(how: Way) {
  let kept: AdvisorContext | undefined;
  let leave = () => {};
  const model = scripted(['late advice']);
  const keeper = advisor((context) => {
    kept = context;
    leave();
    return never();
  });
  const options = { advisors: [keeper], allowance: { critic: 1 }, model };
  const { expectNothingMore } = await leaveBehind(how, options, async (run, leaveRun) => {
    leave = leaveRun;
    await stepWith(run, call('nothing'));
    return done;
  });
  expect(await rejectionOf(kept!.think(ask('late'), 'critic'))).toBeInstanceOf(Error);
  expect(model.requests).toEqual([]);
  expectNothingMore();
}

async function expectSilentAgent(how: Way) {
  let kept: ParentHandle | undefined;
  let leave = () => {};
  const keeper = agentTool((_, parent) => {
    kept = parent;
    leave();
    return never();
  });
  const options = { tools: [keeper] };
  const { expectNothingMore } = await leaveBehind(how, options, async (run, leaveRun) => {
    leave = leaveRun;
    await stepWith(run, call('helper'));
    return done;
  });
  const late = runStrategy(specOf({ allowance: {}, parent: kept }), async () => done);
  expect(await rejectionOf(late)).toMatchObject({ code: 'parent_used_twice' });
  expectNothingMore();
}

describe('code that goes on after its run was left', () => {
  it.each(ways)('R9: can do nothing more: a body, %s', expectSilentBody);

  it.each(ways)('R9: can do nothing more: an advisor, %s', expectSilentAdvisor);

  it.each(ways)('R9: can do nothing more: the function of a sub-agent tool, %s', expectSilentAgent);

  it('R9: does not disturb the life of the run that resumed in the same journal', async () => {
    let kept: Run | undefined;
    const started: string[] = [];
    const think = (run: Run, life: string) => {
      started.push(life);
      return run.think(ask('b'), 'actor');
    };
    const body = async (run: Run, leave: () => void): Promise<Outcome> => {
      if (kept === undefined) {
        kept = run;
        leave();
        return never();
      }
      const late = rejectionOf(think(kept, 'first'));
      await think(run, 'second');
      await late;
      return done;
    };
    const { result, runtime } = await leaveBehind('detach', {}, body);
    expect(result.status).toBe('suspended');
    const { pay } = payTool();
    const resumed = await runStrategy(
      specOf({ tools: [pay], runtime, model: scripted(['b']), limits: { graceMs: 0 } }),
      (run) => body(run, () => {}),
    );
    expect(started).toEqual(['first', 'second']);
    expect(resumed).toMatchObject({ status: 'solved', counts: { modelCalls: { actor: 1 } } });
  });

  it('is not heard when it fails late, also when the run was cancelled before it began', async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', listen);
    try {
      const slow = createMemoryJournal(
        {},
        { append: () => new Promise((resolve) => setTimeout(resolve, 5)) },
      );
      const result = await runStrategy(
        specOf({ cancel: AbortSignal.abort(), runtime: slow, limits: { graceMs: 0 } }),
        async (run) => {
          void run.io('clock', async () => 1);
          throw new TypeError('torn down');
        },
      );
      expect(result.status).not.toBe('solved');
      await new Promise((resolve) => setTimeout(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });
});
