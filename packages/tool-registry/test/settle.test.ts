import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../src/index.ts';

const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('settle', () => {
  it('gives what the work returns, now or later', async () => {
    expect(await settle(() => 1)).toEqual({ kind: 'value', value: 1, started: true });
    expect(await settle(async () => 2)).toEqual({ kind: 'value', value: 2, started: true });
  });

  it('TOOL-024: gives what the work throws, now or later', async () => {
    const error = new Error('bad');
    const thrown = { kind: 'thrown', error, started: true };
    expect(
      await settle(() => {
        throw error;
      }),
    ).toEqual(thrown);
    expect(await settle(() => Promise.reject(error))).toEqual(thrown);
  });

  it('adopts a foreign promise, and captures one whose `then` throws', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a foreign promise is what is tested
    const foreign = { then: (done: (value: string) => void) => done('x') };
    expect(await settle(() => foreign)).toMatchObject({ kind: 'value', value: 'x' });
    const hostile = {
      // biome-ignore lint/suspicious/noThenProperty: a hostile promise is what is tested
      get then() {
        throw new Error('trap');
      },
    };
    expect(await settle(() => hostile)).toMatchObject({ kind: 'thrown' });
  });

  it('does not start with an aborted signal or without time', async () => {
    const start = vi.fn();
    expect(await settle(start, { signal: AbortSignal.abort() })).toEqual({
      kind: 'aborted',
      started: false,
    });
    for (const timeoutMs of [0, -1, NaN]) {
      expect(await settle(start, { timeoutMs })).toEqual({ kind: 'timeout', started: false });
    }
    expect(await settle(start, { idleMs: 0 })).toEqual({ kind: 'timeout', started: false });
    expect(start).not.toHaveBeenCalled();
  });

  it('ends deaf work at the deadline and tells it through its signal', async () => {
    let seen: AbortSignal | undefined;
    const settled = settle(
      (signal) => {
        seen = signal;
        return never();
      },
      { timeoutMs: 50 },
    );
    await vi.advanceTimersByTimeAsync(49);
    expect(seen?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await settled).toEqual({ kind: 'timeout', started: true });
    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('ends deaf work when its signal is aborted, with the same reason inside', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const settled = settle(
      (signal) => {
        seen = signal;
        return never();
      },
      { signal: controller.signal },
    );
    controller.abort('enough');
    expect(await settled).toEqual({ kind: 'aborted', started: true });
    expect(seen?.reason).toBe('enough');
  });

  it('ends work that is idle for too long; a heartbeat is a sign of life', async () => {
    let beat = () => {};
    const settled = settle(
      (_signal, heartbeat) => {
        beat = heartbeat;
        return never();
      },
      { idleMs: 10, timeoutMs: 1_000 },
    );
    const ended = vi.fn();
    settled.then(ended);
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(9);
      beat();
    }
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10);
    expect(await settled).toEqual({ kind: 'timeout', started: true });
    beat();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a deadline beyond what a timer can hold does not fire at once', async () => {
    const ended = vi.fn();
    settle(never, { timeoutMs: 2 ** 40 }).then(ended);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ended).not.toHaveBeenCalled();
  });

  describe('grace', () => {
    const polite = (answer: () => unknown) => (signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          setTimeout(() => {
            try {
              resolve(answer());
            } catch (error) {
              reject(error);
            }
          }, 5);
        });
      });

    it('what settles within it counts', async () => {
      const value = settle(
        polite(() => 'saved'),
        { timeoutMs: 10, graceMs: 20 },
      );
      const thrown = settle(
        polite(() => {
          throw 'rolled back';
        }),
        { timeoutMs: 10, graceMs: 20 },
      );
      await vi.advanceTimersByTimeAsync(15);
      expect(await value).toMatchObject({ kind: 'value', value: 'saved' });
      expect(await thrown).toMatchObject({ kind: 'thrown', error: 'rolled back' });
      expect(vi.getTimerCount()).toBe(0);
    });

    it('is over when it is over, and nothing prolongs it', async () => {
      const controller = new AbortController();
      const ended = vi.fn();
      let beat = () => {};
      settle(
        (_signal, heartbeat) => {
          beat = heartbeat;
          return never();
        },
        { timeoutMs: 10, idleMs: 15, graceMs: 20, signal: controller.signal },
      ).then(ended);
      await vi.advanceTimersByTimeAsync(10);
      controller.abort();
      beat();
      await vi.advanceTimersByTimeAsync(19);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toHaveBeenCalledWith({ kind: 'timeout', started: true });
    });

    it('without it even polite work comes too late', async () => {
      const settled = settle(
        polite(() => 'saved'),
        { timeoutMs: 10 },
      );
      await vi.advanceTimersByTimeAsync(15);
      expect(await settled).toMatchObject({ kind: 'timeout' });
    });
  });

  it('aborts the signal of work that threw, so that what it left behind stops', async () => {
    let seen: AbortSignal | undefined;
    await settle((signal) => {
      seen = signal;
      throw new Error('x');
    });
    expect(seen?.aborted).toBe(true);
  });

  it('TOOL-029: leaves no timer behind', async () => {
    await settle(() => 1, { timeoutMs: 60_000, idleMs: 60_000 });
    await settle(() => Promise.reject(1), { timeoutMs: 60_000, idleMs: 60_000 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('TOOL-028: leaves no listener behind, however often the signal is shared', async () => {
    const { signal } = new AbortController();
    for (let n = 0; n < 1_000; n++) await settle(() => n, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('TOOL-025: a late rejection is nobody’s', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const settled = settle(
      () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 50)),
      { timeoutMs: 10 },
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(await settled).toMatchObject({ kind: 'timeout' });
    // Rejections are reported when the queue of microtasks is empty.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
