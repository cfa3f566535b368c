import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type JournalStore, journalRuntime } from '../src/index.ts';
import { opened, rejectionOf, stamp, stepOf, storeWith, ttlMs } from './support.ts';

const runtimeOver = (store: JournalStore) => journalRuntime({ store, sessionId: 's', ttlMs });

describe('a lease', () => {
  let store: JournalStore;
  beforeEach(() => {
    vi.useFakeTimers();
    store = createMemoryStore();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is renewed while a step takes longer than it lasts', async () => {
    const session = await opened(runtimeOver(store));
    let answer = (_: string) => {};
    const slow = session.step({
      key: 'slow',
      run: () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    });
    await vi.advanceTimersByTimeAsync(10 * ttlMs);
    expect(await rejectionOf(runtimeOver(store).open(stamp))).toMatchObject({ code: 'in_use' });
    answer('done');
    expect(await slow).toBe('done');
  });

  it.each(['finished', 'suspended', 'detached', 'failed'])(
    'is given back when a run is %s, and renewed no more',
    async (end) => {
      const renew = vi.spyOn(store, 'renew');
      const session = await opened(runtimeOver(store));
      if (end === 'finished') await session.close({} as never);
      if (end === 'suspended') {
        await rejectionOf(session.waitAll([{ key: 'a', call: { tool: 't', args: {} } }]));
      }
      if (end === 'failed') {
        await rejectionOf(session.step({ key: 'a', run: () => Promise.reject(new Error('x')) }));
      }
      await session.release?.();
      await opened(runtimeOver(storeWith(store, { renew: async () => true })));
      await vi.advanceTimersByTimeAsync(10 * ttlMs);
      expect(renew).not.toHaveBeenCalled();
    },
  );

  it('is asked for again when the clock of the process was set back', async () => {
    let clock = 1_000_000;
    const session = journalRuntime({ store, sessionId: 's', ttlMs, now: () => clock });
    await session.open(stamp);
    clock -= 3_600_000;
    const asked = vi.spyOn(store, 'renew');
    await session.step(stepOf('a', 1));
    expect(asked).toHaveBeenCalled();
  });

  it('is not prolonged by a renewal that was on its way when it was given back', async () => {
    let arrive = () => {};
    const slow = storeWith(store, {
      renew: async (...given) => {
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
        return store.renew(...given);
      },
    });
    const session = await opened(runtimeOver(slow));
    await vi.advanceTimersByTimeAsync(ttlMs / 3);
    const released = session.release?.();
    arrive();
    await released;
    await opened(runtimeOver(store));
  });

  it('is not believed by an answer to a question from before a pause', async () => {
    let answer = () => {};
    const slow = storeWith(store, {
      renew: async (...given) => {
        const isOwn = await store.renew(...given);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return isOwn;
      },
    });
    const session = await opened(runtimeOver(slow));
    await vi.advanceTimersByTimeAsync(ttlMs / 3);
    vi.setSystemTime(Date.now() + 2 * ttlMs);
    await opened(runtimeOver(store));
    const run = vi.fn(async () => 1);
    const late = rejectionOf(session.step({ key: 'a', run }));
    for (let turn = 0; turn < 50; turn++) {
      answer();
      await Promise.resolve();
    }
    expect(await late).toMatchObject({ code: 'fenced' });
    expect(run).not.toHaveBeenCalled();
  });

  it('J2: a process that was paused is fenced before its next step starts', async () => {
    const session = await opened(runtimeOver(store));
    // Paused: time passes, and no timer runs.
    vi.setSystemTime(Date.now() + ttlMs + 1);
    const other = await opened(runtimeOver(store));
    const run = vi.fn(async () => 1);
    expect(await rejectionOf(session.step({ key: 'a', run }))).toMatchObject({
      code: 'fenced',
      key: 'a',
    });
    expect(run).not.toHaveBeenCalled();
    expect(await other.step(stepOf('a', 2))).toBe(2);
    // What it gives back is no longer its own.
    await session.release?.();
    expect(await rejectionOf(runtimeOver(store).open(stamp))).toMatchObject({ code: 'in_use' });
  });

  it('J2: a process that was paused within a step stores nothing of it', async () => {
    const session = await opened(runtimeOver(store));
    const late = session.step({
      key: 'a',
      run: async () => {
        vi.setSystemTime(Date.now() + ttlMs + 1);
        await opened(runtimeOver(store));
        return 1;
      },
    });
    expect(await rejectionOf(late)).toMatchObject({ code: 'fenced', key: 'a' });
    expect((await store.load('s'))!.records).toHaveLength(1);
    expect(await rejectionOf(session.step(stepOf('b', 1)))).toMatchObject({ code: 'fenced' });
  });

  it('that the timer finds lost lets no step start', async () => {
    const session = await opened(runtimeOver(storeWith(store, { renew: async () => false })));
    await vi.advanceTimersByTimeAsync(ttlMs / 3);
    expect(await rejectionOf(session.step(stepOf('a', 1)))).toMatchObject({ code: 'fenced' });
  });

  it('outlives a store that is down for a while', async () => {
    let isDown = false;
    const shaky = storeWith(store, {
      renew: (...given) => (isDown ? Promise.reject(new Error('down')) : store.renew(...given)),
    });
    const session = await opened(runtimeOver(shaky));
    isDown = true;
    await vi.advanceTimersByTimeAsync(ttlMs * 0.9);
    const run = vi.fn(async () => 1);
    const error = await rejectionOf(session.step({ key: 'a', run }));
    expect(session.isControl(error)).toBe(true);
    expect(error).toMatchObject({ code: 'not_stored', key: 'a', cause: { message: 'down' } });
    expect(run).not.toHaveBeenCalled();
    isDown = false;
    expect(await session.step(stepOf('b', 1))).toBe(1);
  });

  it('a store that is down when it is given back does not change how the run ended', async () => {
    const down = storeWith(store, { release: () => Promise.reject(new Error('down')) });
    const session = await opened(runtimeOver(down));
    await session.close({ status: 'solved' } as never);
    await session.release?.();
    await vi.advanceTimersByTimeAsync(ttlMs + 1);
    expect(await runtimeOver(store).open(stamp)).toEqual({ status: 'solved' });
  });
});
