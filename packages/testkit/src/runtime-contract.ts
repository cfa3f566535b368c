import {
  isJournalError,
  isSuspended,
  type RunResult,
  type Stamp,
  type StepRuntime,
} from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';

/** What the suite needs to know about a runtime. */
export type RuntimeUnderTest = {
  createRuntime: () => StepRuntime;
  /** Another life over what a runtime has stored. Left out when it stores nothing. */
  reopen?: (runtime: StepRuntime) => StepRuntime;
};

const stamp: Stamp = { strategy: 'contract', version: 1, config: 'c' };

/** What every runtime must keep to: the rules that runs are built on. */
export function describeRuntimeContract(name: string, runtime: RuntimeUnderTest): void {
  const opened = async () => {
    const created = runtime.createRuntime();
    await created.open(stamp);
    return created;
  };

  describe(`runtime contract: ${name}`, () => {
    it('has a session id of its own', () => {
      expect(runtime.createRuntime().sessionId).toMatch(/\S/);
    });

    it('opens a new session without a result', async () => {
      expect(await runtime.createRuntime().open(stamp)).toBeUndefined();
    });

    it('runs a step once and gives its value', async () => {
      const session = await opened();
      let runs = 0;
      const value = await session.step({
        key: 'a',
        run: async () => {
          runs += 1;
          return { list: [1, null, 'x'] };
        },
      });
      expect([value, runs]).toEqual([{ list: [1, null, 'x'] }, 1]);
    });

    it('lets an error of the work through as it is', async () => {
      const session = await opened();
      const thrown = new Error('mine');
      await expect(session.step({ key: 'a', run: () => Promise.reject(thrown) })).rejects.toBe(
        thrown,
      );
      expect(session.isControl(thrown)).toBe(false);
    });

    it('runs the steps of a wave together and gives their values in the order given', async () => {
      const session = await opened();
      const order: string[] = [];
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const values = await session.all([
        { key: 'slow', run: () => gate.then(() => order.push('slow')).then(() => 'first') },
        {
          key: 'fast',
          run: async () => {
            order.push('fast');
            release();
            return 'second';
          },
        },
      ]);
      expect(values).toEqual(['first', 'second']);
      expect(order).toEqual(['fast', 'slow']);
    });

    it('joins a wave before it fails: nothing is still running afterwards', async () => {
      const session = await opened();
      let isDone = false;
      const slow = async () => {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        isDone = true;
        return 1;
      };
      const wave = session.all([
        { key: 'bad', run: () => Promise.reject(new Error('mine')) },
        { key: 'slow', run: slow },
      ]);
      await expect(wave).rejects.toThrow('mine');
      expect(isDone).toBe(true);
    });

    it('suspends with all decisions that are not there yet', async () => {
      const session = await opened();
      const asks = ['a', 'b'].map((key) => ({ key, call: { tool: 't', args: {} } }));
      const error: unknown = await session.waitAll(asks).catch((thrown: unknown) => thrown);
      expect(isSuspended(error) && error.pending).toEqual(asks);
    });

    const { reopen } = runtime;
    if (reopen) describeStored(opened, reopen);
  });
}

function describeStored(
  opened: () => Promise<StepRuntime>,
  reopen: (runtime: StepRuntime) => StepRuntime,
): void {
  const stored = { run: async (): Promise<Json> => 'stored' };
  const never = { run: () => Promise.reject(new Error('it ran again')) };

  it('gives what is stored and does not run it again', async () => {
    const first = await opened();
    await first.step({ key: 'a', ...stored });
    await first.all([
      { key: 'b', ...stored },
      { key: 'c', ...stored },
    ]);
    const second = reopen(first);
    expect(second.sessionId).toBe(first.sessionId);
    await second.open(stamp);
    expect(await second.step({ key: 'a', ...never })).toBe('stored');
    const rest = [
      { key: 'b', ...never },
      { key: 'c', ...never },
    ];
    expect(await second.all(rest)).toEqual(['stored', 'stored']);
  });

  it('gives live what it would give on replay: the decoded stored form', async () => {
    const run = async () => ({ at: new Date(0), no: undefined, list: [undefined] });
    const first = await opened();
    const live = await first.step<unknown>({ key: 'a', run });
    const second = reopen(first);
    await second.open(stamp);
    expect(live).toStrictEqual(await second.step({ key: 'a', ...never }));
  });

  it('runs the rest of a wave that was stored in part', async () => {
    const first = await opened();
    const half = first.all([
      { key: 'a', ...stored },
      { key: 'b', ...never },
    ]);
    await expect(half).rejects.toThrow('it ran again');
    const second = reopen(first);
    await second.open(stamp);
    const wave = second.all([
      { key: 'a', ...never },
      { key: 'b', ...stored },
    ]);
    expect(await wave).toEqual(['stored', 'stored']);
  });

  const mismatches: [string, (second: StepRuntime) => Promise<unknown>][] = [
    ['another stamp', (second) => second.open({ ...stamp, config: 'other' })],
    [
      'something new while a stored entry was never asked for',
      async (second) => {
        await second.open(stamp);
        await second.step({ key: 'new', ...stored });
      },
    ],
    [
      'the end while a stored entry was never asked for',
      async (second) => {
        await second.open(stamp);
        await second.close({} as RunResult<Json>);
      },
    ],
    [
      'another input under a stored key',
      async (second) => {
        await second.open(stamp);
        await second.step({ key: 'a', inputDigest: 'other', ...stored });
      },
    ],
    [
      'one key twice',
      async (second) => {
        await second.open(stamp);
        await second.step({ key: 'a', inputDigest: 'i', ...stored });
        await second.step({ key: 'a', inputDigest: 'i', ...stored });
      },
    ],
  ];
  it.each(mismatches)('refuses %s with an error of its own', async (_, misuse) => {
    const first = await opened();
    await first.step({ key: 'a', inputDigest: 'i', ...stored });
    const second = reopen(first);
    const error: unknown = await misuse(second).catch((thrown: unknown) => thrown);
    expect(second.isControl(error)).toBe(true);
    expect(isJournalError(error)).toBe(true);
  });

  it('gives the result of a finished session', async () => {
    const first = await opened();
    const result = { status: 'solved', answer: 1 } as RunResult<Json>;
    await first.close(result);
    expect(await reopen(first).open(stamp)).toEqual(result);
  });
}
