import { describe, expect, it } from 'vitest';
import { isSuspended, passThroughRuntime, suspended } from '../src/index.ts';
import { rejectionOf } from './support.ts';

describe('passThroughRuntime', () => {
  it('has the session id that it is given, or one of its own', () => {
    expect(passThroughRuntime('s').sessionId).toBe('s');
    const { sessionId } = passThroughRuntime();
    expect(passThroughRuntime().sessionId).not.toBe(sessionId);
    expect(sessionId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('runs every step each time and stores nothing', async () => {
    const runtime = passThroughRuntime();
    let runs = 0;
    const step = { key: 'k', run: async () => ++runs };
    expect(await runtime.open({ strategy: 's', version: 1, config: 'c' })).toBeUndefined();
    expect([await runtime.step(step), await runtime.step(step)]).toEqual([1, 2]);
  });

  it('gives the values of a wave in the order of its steps', async () => {
    let letGo = (_: string) => {};
    const slow = new Promise<string>((resolve) => {
      letGo = resolve;
    });
    const values = passThroughRuntime().all([
      { key: 'a', run: () => slow },
      {
        key: 'b',
        run: async () => {
          letGo('a');
          return 'b';
        },
      },
    ]);
    expect(await values).toEqual(['a', 'b']);
  });

  it('lets no step of a wave run on after a failure', async () => {
    const finished: string[] = [];
    const wave = passThroughRuntime().all([
      { key: 'a', run: () => Promise.reject(new Error('first')) },
      {
        key: 'b',
        run: async () => {
          await new Promise((resolve) => setTimeout(resolve));
          finished.push('b');
        },
      },
    ]);
    expect(await rejectionOf(wave)).toMatchObject({ message: 'first' });
    expect(finished).toEqual(['b']);
  });

  it('can wait for no decision', async () => {
    const asks = [{ key: 'act:0:0', call: { tool: 'pay', args: {} } }];
    const error = await rejectionOf(passThroughRuntime().waitAll(asks));
    expect(isSuspended(error) && error.pending).toEqual(asks);
  });
});

it('what a runtime throws to suspend a run is recognised by its brand', () => {
  const error = suspended([{ key: 'act:0:0', call: { tool: 'pay', args: {} } }]);
  expect(isSuspended(error)).toBe(true);
  expect(error.message).toContain('act:0:0');
  for (const other of [new Error('x'), null, undefined, 'x', { pending: [] }]) {
    expect(isSuspended(other)).toBe(false);
  }
});
