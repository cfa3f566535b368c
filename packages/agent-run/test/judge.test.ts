import { describe, expect, it, vi } from 'vitest';
import type { Guard, Run, Step, StopReason, Verdict } from '../src/index.ts';
import { createMemoryJournal, ends, runStrategy } from '../src/index.ts';
import { judgeAll, stopWith } from './judged-run.ts';
import { call, done, eventsOf, guard, recorder, specOf, stepWith } from './support.ts';

describe('judge', () => {
  it('records a step as it was handed in and gives it back', async () => {
    const steps: Step[] = [];
    const result = await runStrategy(specOf(), async (run) => {
      const calls = [call('echo', { a: 1 })];
      const observations = await run.act(calls);
      steps.push(await run.judge({ thought: 'look', calls, observations, subtask: 'one' }));
      steps.push(await run.judge({ thought: 'think', calls: [], observations: [] }));
      expect(run.steps).toEqual(steps);
      return done;
    });
    expect(result.status).toBe('solved');
    expect(result.steps).toEqual(steps);
    expect(steps).toEqual([
      {
        n: 1,
        kind: 'act',
        thought: 'look',
        calls: [{ tool: 'echo', args: { a: 1 } }],
        observations: [{ tool: 'echo', ok: true, value: { a: 1 }, text: '{"a":1}' }],
        verdicts: [],
        notes: [],
        subtask: 'one',
      },
      { n: 2, kind: 'act', thought: 'think', calls: [], observations: [], verdicts: [], notes: [] },
    ]);
  });

  it('shows a guard the step and the steps before it', async () => {
    const seen: [number, number[]][] = [];
    const watch = guard((step, before) => {
      seen.push([step.n, before.map(({ n }) => n)]);
      return undefined;
    });
    await judgeAll([undefined, undefined, undefined], { guards: [watch] });
    expect(seen).toEqual([
      [1, []],
      [2, [1]],
      [3, [1, 2]],
    ]);
  });

  it('makes every guard anew for each run', async () => {
    let made = 0;
    const counting = () => {
      made += 1;
      let calls = 0;
      return { name: 'counting', judge: () => ({ kind: 'flag', text: `${++calls}` }) as const };
    };
    const guards = [counting];
    expect((await judgeAll([undefined, undefined], { guards })).flags).toEqual([
      'counting: 1',
      'counting: 2',
    ]);
    expect((await judgeAll([undefined], { guards })).flags).toEqual(['counting: 1']);
    expect(made).toBe(2);
  });

  it('keeps every hint as a note of the step and every flag in the result', async () => {
    const { steps, flags, status } = await judgeAll([
      [
        { kind: 'hint', text: 'try the map' },
        { kind: 'flag', text: 'odd', data: { n: 1 } },
        { kind: 'hint', text: 'or the index' },
      ],
      undefined,
    ]);
    expect(status).toBe('solved');
    expect(steps[0]?.notes).toEqual(['try the map', 'or the index']);
    expect(steps[0]?.verdicts).toEqual([
      { guard: 'watcher', kind: 'hint', text: 'try the map' },
      { guard: 'watcher', kind: 'flag', text: 'odd', data: { n: 1 } },
      { guard: 'watcher', kind: 'hint', text: 'or the index' },
    ]);
    expect(steps[1]?.notes).toEqual([]);
    expect(flags).toEqual(['watcher: odd']);
  });

  it('writes flags and the whole step into the events', async () => {
    const { events, onEvent } = recorder();
    await judgeAll(
      [
        [
          { kind: 'flag', text: 'odd', data: [1] },
          { kind: 'hint', text: 'look' },
        ],
      ],
      { onEvent },
    );
    expect(eventsOf(events, 'flag')).toMatchObject([{ code: 'watcher', text: 'odd', data: [1] }]);
    expect(eventsOf(events, 'step')[0]?.step).toMatchObject({ n: 1, notes: ['look'] });
  });

  it('an event is a record: what happens to the step later does not change it', async () => {
    const { events, onEvent } = recorder();
    await runStrategy(specOf({ onEvent }), async (run) => {
      const step = await stepWith(run, call('echo'));
      step.notes.push('added later');
      return done;
    });
    expect(eventsOf(events, 'step')[0]?.step.notes).toEqual([]);
  });

  const stopped = Object.entries(ends).filter(
    ([, status]) => status === 'stopped' || status === 'degraded' || status === 'failed',
  ) as [StopReason, string][];

  it.each(stopped)('R9: a guard can stop a run with %s, which is %s', async (reason, status) => {
    const result = await judgeAll([undefined, stopWith(reason), undefined]);
    expect(result).toMatchObject({ stopReason: reason, status, reason: `because ${reason}` });
    expect(result.steps).toHaveLength(2);
  });

  it.each(['final', 'goal_achieved', 'awaiting_approval', 'detached', 'toString', 'nonsense'])(
    'R9: a guard cannot stop a run with %s; that is a flag',
    async (reason) => {
      const result = await judgeAll([stopWith(reason as StopReason)]);
      expect(result.status).toBe('solved');
      expect(result.flags).toEqual([
        `watcher: the guard wanted to stop with ${reason}, which is not an end a guard can give`,
      ]);
    },
  );

  it.each([{ kind: 'veto' }, 'stop', 7, {}, [{}]])(
    'what is no verdict is a flag: %j',
    async (answer) => {
      const result = await judgeAll([answer as unknown as Verdict]);
      expect(result.status).toBe('solved');
      expect(result.flags[0]).toMatch(/^watcher: the guard (gave no verdict|threw)/);
    },
  );

  it('LOOP-028: a guard that throws is a flag, and the others are asked all the same', async () => {
    const broken = guard(
      () => {
        throw new RangeError('bad index');
      },
      { name: 'broken' },
    );
    const hint = guard(() => ({ kind: 'hint', text: 'go on' }));
    const result = await judgeAll([undefined], { guards: [broken, hint] });
    expect(result.status).toBe('solved');
    expect(result.flags).toEqual(['broken: the guard threw RangeError: bad index']);
    expect(result.steps[0]?.notes).toEqual(['go on']);
  });

  it('a guard that waits without saying io: true is a flag, because nothing would store its verdict', async () => {
    for (const answer of [Promise.resolve(stopWith('error')), Promise.reject(new Error('x'))]) {
      const result = await judgeAll([undefined], { guards: [guard(() => answer)] });
      expect(result.status).toBe('solved');
      expect(result.flags[0]).toMatch(/^watcher: .*io: true/);
    }
  });
});

describe('a guard that does I/O', () => {
  it('is asked once: its verdict is stored and given again when the run resumes', async () => {
    const journal = createMemoryJournal();
    let asked = 0;
    const remote: Guard['judge'] = async () => {
      asked += 1;
      return { kind: 'flag', text: `answer ${asked}` };
    };
    const lives = [];
    for (let life = 0; life < 2; life++) {
      const { result: _, ...record } = journal.record();
      const { events, onEvent } = recorder();
      const result = await judgeAll([undefined, undefined], {
        guards: [guard(remote, { io: true })],
        runtime: life === 0 ? journal : createMemoryJournal(record),
        onEvent,
      });
      expect(result.flags).toEqual(['watcher: answer 1', 'watcher: answer 2']);
      lives.push(events.map((event) => JSON.stringify(event)));
    }
    expect(asked).toBe(2);
    expect(lives[1]).toEqual(lives[0]);
    expect(journal.record().entries.map(({ key }) => key)).toContain('judge:1:0');
  });

  it('that throws has its failure stored as a flag', async () => {
    const journal = createMemoryJournal();
    const broken = guard(() => Promise.reject(new Error('no line')), { io: true });
    const result = await judgeAll([undefined], { guards: [broken], runtime: journal });
    expect(result.flags).toEqual(['watcher: the guard threw Error: no line']);
    expect(journal.record().entries.at(-1)?.value).toContain('no line');
  });

  it('and never answers is given up after callMs', async () => {
    vi.useFakeTimers();
    try {
      const silent = guard(() => new Promise<undefined>(() => {}), { io: true });
      const running = judgeAll([undefined], { guards: [silent], limits: { callMs: 40 } });
      await vi.advanceTimersByTimeAsync(40);
      const result = await running;
      expect(result.status).toBe('solved');
      expect(result.flags[0]).toContain('did not answer within 40 ms');
    } finally {
      vi.useRealTimers();
    }
  });
});

it('R2: an end inside judge cannot be outlived by code that catches it', async () => {
  const result = await runStrategy(
    specOf({ guards: [guard(() => stopWith('loop_detected'))] }),
    async (run: Run) => {
      await stepWith(run, call('echo')).catch(() => {});
      return done;
    },
  );
  expect(result).toMatchObject({ status: 'stopped', stopReason: 'loop_detected' });
});
