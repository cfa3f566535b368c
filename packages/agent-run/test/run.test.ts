import { describe, expect, it } from 'vitest';
import type { Outcome, Run } from '../src/index.ts';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import {
  ask,
  call,
  done,
  echo,
  eventsOf,
  oneWave,
  payTool,
  recorder,
  rejectionOf,
  runChecked,
  scripted,
  specOf,
  stepWith,
} from './support.ts';

describe('the end of a run', () => {
  /** Does what the strategy should never do: catches the end, and goes on. */
  async function swallow(run: Run, ...more: (() => Promise<unknown>)[]): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (const next of [() => run.think(ask('one'), 'actor'), ...more]) {
      errors.push(
        await next().then(
          () => 'done',
          (error) => error,
        ),
      );
    }
    return errors;
  }

  it('R9: is thrown by every later call, whoever caught it, and wins over what the body returns', async () => {
    const { pay, paid } = payTool();
    let io = 0;
    const result = await runChecked(specOf({ allowance: {}, tools: [pay] }), async (run) => {
      const errors = await swallow(
        run,
        () => run.act([call('pay')]),
        () => run.judge({ thought: '', calls: [], observations: [] }),
        () => run.think(ask('x'), 'critic'),
        () => run.io('count', async () => ++io),
      );
      expect(new Set(errors).size).toBe(1);
      return done;
    });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'max_steps' });
    expect(paid).toEqual([]);
    expect(io).toBe(0);
  });

  it('R9: wins over what the body throws instead', async () => {
    const result = await runStrategy(specOf({ allowance: {} }), async (run) => {
      await swallow(run);
      throw new TypeError('something else');
    });
    expect(result).toMatchObject({ stopReason: 'max_steps' });
  });

  it('R9: code that swallows a suspension cannot report success', async () => {
    const { pay, paid } = payTool({ approval: true });
    const result = await runStrategy(specOf({ tools: [pay] }), async (run) => {
      await run.act([call('pay')]).catch(() => {});
      return { stopReason: 'final', answer: 'all paid' };
    });
    expect(result).toMatchObject({ status: 'suspended', pending: [{ key: 'act:0:0' }] });
    expect(paid).toEqual([]);
  });

  it('nothing more can be done with a run that is over', async () => {
    const { pay, paid } = payTool();
    const journal = createMemoryJournal();
    let kept: Run | undefined;
    await runStrategy(specOf({ tools: [pay], runtime: journal }), async (run) => {
      kept = run;
      return done;
    });
    const entries = journal.record().entries.length;
    expect(await rejectionOf(kept!.act([call('pay')]))).toMatchObject({
      message: expect.stringContaining('The run is over'),
    });
    expect(paid).toEqual([]);
    expect(journal.record().entries).toHaveLength(entries);
  });
});

describe('calls of a run', () => {
  it('follow one another: two at a time end it with error, and what began is booked', async () => {
    const { pay, paid } = payTool();
    const result = await runStrategy(specOf({ tools: [pay] }), async (run) => {
      await Promise.all([run.act([call('pay', { n: 1 })]), run.act([call('pay', { n: 2 })])]);
      return done;
    });
    expect(result).toMatchObject({
      status: 'failed',
      stopReason: 'error',
      reason: 'run.act was called while run.act was not done; calls of a run follow one another',
    });
    expect(paid).toHaveLength(1);
    expect(result.effects).toMatchObject([{ args: { n: 1 }, status: 'committed' }]);
    expect(result.steps).toMatchObject([{ kind: 'interrupted', observations: [{ ok: true }] }]);
  });

  it('are waited for: a body that returns before ends with error, and nothing is lost', async () => {
    const { pay } = payTool();
    const result = await runStrategy(specOf({ tools: [pay] }), async (run) => {
      void run.act([call('pay')]);
      return done;
    });
    expect(result).toMatchObject({
      status: 'failed',
      reason: 'The strategy ended while run.act was not done',
      effects: [{ status: 'committed' }],
    });
  });

  it('a model call and a wave at the same time end it, too', async () => {
    const result = await runStrategy(specOf({ model: scripted(['a']) }), async (run) => {
      await Promise.all([run.think(ask('x'), 'actor'), run.act([call('echo')])]);
      return done;
    });
    expect(result.reason).toMatch(/run\.act was called while run\.think/);
  });
});

describe('what a strategy tells', () => {
  it('R12: the progress is read whenever the end comes; later values replace earlier ones', async () => {
    const result = await runStrategy(specOf({ allowance: {} }), async (run) => {
      run.progress({ done: 1, total: 5, missing: ['a', 'b'] });
      run.progress({ done: 3 });
      await run.think(ask('x'), 'actor');
      return done;
    });
    expect(result.partial).toMatchObject({
      subtasks: { done: 3, total: 5 },
      missing: ['a', 'b'],
    });
    expect(result.partial.text).toContain('Completed 3 of 5 subtasks.');
  });

  it('flags are in the result and in the events, notes in the events only', async () => {
    const { events, onEvent } = recorder();
    const { flags } = await runStrategy(specOf({ onEvent }), async (run) => {
      run.flag('parser', 'repaired', { n: 1 });
      run.note('plan', ['one', 'two']);
      run.flag('parser', 'again');
      return done;
    });
    expect(flags).toEqual(['parser: repaired', 'parser: again']);
    expect(events.slice(1, 4)).toEqual([
      { v: 1, seq: 1, path: '', type: 'flag', code: 'parser', text: 'repaired', data: { n: 1 } },
      { v: 1, seq: 2, path: '', type: 'note', name: 'plan', data: ['one', 'two'] },
      { v: 1, seq: 3, path: '', type: 'flag', code: 'parser', text: 'again' },
    ]);
  });

  it.each(['final', 'max_steps'] as const)(
    'is not heard once the run is over with %s: no event, no flag in the result',
    async (stopReason) => {
      const { events, onEvent } = recorder();
      let kept: Run | undefined;
      const result = await runStrategy(specOf({ onEvent }), async (run) => {
        kept = run;
        return { stopReason, answer: 'done', text: 'the limit' } as Outcome;
      });
      kept?.flag('late', 'a flag');
      kept?.note('plan', ['late']);
      expect(events.map(({ type }) => type)).toEqual(['started', 'finished']);
      expect(result.flags).toEqual([]);
    },
  );

  it('is not heard once the run is suspended, so that its other life has the same numbers', async () => {
    const { pay } = payTool({ approval: true });
    const { events, onEvent } = recorder();
    let kept: Run | undefined;
    const result = await runStrategy(specOf({ tools: [pay], onEvent }), async (run) => {
      kept = run;
      return oneWave([call('pay')])(run);
    });
    kept?.flag('late', 'a flag');
    kept?.note('plan', ['late']);
    expect(result.status).toBe('suspended');
    expect(events.map(({ type }) => type)).toEqual(['started', 'asked']);
    expect(result.flags).not.toContain('late: a flag');
  });

  it('the first event says what runs, the last how it ended, and the numbers have no gap', async () => {
    const { events, onEvent } = recorder();
    const spec = specOf({ onEvent, model: scripted(['a']), allowance: { actor: 1 } });
    const result = await runStrategy(spec, async (run) => {
      await run.think(ask('x'), 'actor');
      await stepWith(run, call('echo'));
      return { ...done, thought: 'ready' };
    });
    expect(events.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(events[0]).toMatchObject({
      type: 'started',
      v: 1,
      path: '',
      task: 'Find out.',
      allowance: { actor: 1 },
      limits: { maxSteps: 10 },
      tools: [{ name: 'echo', effect: 'pure' }],
      stamp: { strategy: 'test', version: 1 },
    });
    const { steps, ...summary } = result;
    expect(events.at(-1)).toMatchObject({ type: 'finished', result: summary });
    expect(events.at(-1)).not.toHaveProperty('result.steps');
    expect(eventsOf(events, 'step').map(({ step }) => step)).toEqual(steps);
  });
});

it('a strategy sees its task and its tools', async () => {
  await runChecked(specOf({ tools: [echo] }), async (run) => {
    expect(run.task).toBe('Find out.');
    expect([...run.tools.tools.keys()]).toEqual(['echo']);
    return oneWave([])(run);
  });
});
