import { describe, expect, it } from 'vitest';
import type { Outcome, Run } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { record, rerun } from './recorded-run.ts';
import { call, done, eventsOf, guard, specOf, stepWith } from './support.ts';

const never = () => new Promise<never>(() => {});

describe('a run that is cancelled while it waits for other I/O', () => {
  it('R9: ends as aborted, not as a failure of the strategy, and so does its replay', async () => {
    const cancel = new AbortController();
    const body = async (run: Run): Promise<Outcome> => {
      await run.io('store', () => {
        setTimeout(() => cancel.abort());
        return never();
      });
      return done;
    };
    const original = await record({ cancel: cancel.signal }, body);
    expect(original.result).toMatchObject({
      status: 'stopped',
      stopReason: 'aborted',
      reason: 'The run was cancelled',
    });
    expect(eventsOf(original.events, 'io')).toHaveLength(1);
    const replayed = await rerun(original.events, {}, body);
    expect(replayed.result).toEqual(original.result);
  });

  it('R9: asks no more: code that takes the end for a failure and asks again is not heard', async () => {
    const cancel = new AbortController();
    let asked = 0;
    const result = await runStrategy(specOf({ cancel: cancel.signal }), async (run) => {
      const isReady = async () => {
        asked += 1;
        cancel.abort();
        return false;
      };
      for (let n = 0; n < 9; n++) await run.io('ready', isReady).catch(() => false);
      return done;
    });
    expect(asked).toBe(1);
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
  });

  it('R9: is not solved past a guard that was still looking, and neither is its replay', async () => {
    const cancel = new AbortController();
    const looking = guard(
      () => {
        setTimeout(() => cancel.abort());
        return never();
      },
      { io: true },
    );
    const body = async (run: Run): Promise<Outcome> => {
      await stepWith(run, call('echo'));
      return done;
    };
    const original = await record({ guards: [looking], cancel: cancel.signal }, body);
    expect(original.result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    const replayed = await rerun(original.events, { guards: [looking] }, body);
    expect(replayed.result).toEqual(original.result);
  });
});
