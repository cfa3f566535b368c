import { createMemoryJournal, passThroughRuntime, type RunResult } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import {
  createFakeClock,
  createWorld,
  disciplinedRuntime,
  fakeClockStart,
  ledgerFaults,
  seededRandom,
} from '../src/index.ts';

const value = async () => 1;

describe('the disciplined runtime', () => {
  it('lets steps that follow one another pass', async () => {
    const { runtime, violations } = disciplinedRuntime(createMemoryJournal());
    await runtime.open({ strategy: 's', version: 1, config: '' });
    await runtime.step({ key: 'a', run: value });
    await runtime.all([
      { key: 'b', run: value },
      { key: 'c', run: value },
    ]);
    expect(violations).toEqual([]);
  });

  it.each([
    ['a step in a step', 'is open'],
    ['a step beside a wave', 'is open'],
    ['a key used twice', 'is used twice'],
    ['a wave of nothing', 'a wave of nothing'],
    ['work after the end', 'after the end'],
  ])('writes down %s', async (fault, told) => {
    const { runtime, violations } = disciplinedRuntime(passThroughRuntime());
    const step = (key: string) => runtime.step({ key, run: value });
    const faults: Record<string, () => Promise<unknown>> = {
      'a step in a step': () => runtime.step({ key: 'a', run: () => step('b') }),
      'a step beside a wave': () =>
        Promise.all([runtime.all([{ key: 'a', run: value }]), step('b')]),
      'a key used twice': () => step('a').then(() => step('a')),
      'a wave of nothing': () => runtime.all([]),
      'work after the end': () => runtime.close({} as RunResult<null>).then(() => step('a')),
    };
    await faults[fault]?.();
    expect(violations.join()).toContain(told);
  });
});

describe('the faults of a ledger', () => {
  const effect = { id: 's/pay/d/0', tool: 'pay', args: { eur: 1 }, stepKeys: [] };
  const ledgerOf = (...effects: (typeof effect & { status: string })[]) =>
    ({ effects }) as unknown as RunResult<unknown>;
  const paid = (times: number) => {
    const world = createWorld();
    for (let time = 0; time < times; time++) world.commit('pay', { eur: 1 });
    return world;
  };

  it.each([
    ['says what happened', 1, 'committed', 0],
    ['does not know what happened', 1, 'unknown', 0],
    ['does not know what did not happen', 0, 'unknown', 0],
    ['says what did not happen', 0, 'not_started', 0],
    ['denies what happened', 1, 'not_started', 1],
    ['claims what did not happen', 0, 'committed', 1],
    ['does not see that it happened twice', 2, 'committed', 1],
  ])('R12: a ledger that %s', (_, times, status, faults) => {
    expect(ledgerFaults(ledgerOf({ ...effect, status }), paid(times))).toHaveLength(faults);
  });

  it('R12: a ledger that is silent about what happened, or has an id twice', () => {
    expect(ledgerFaults(ledgerOf(), paid(1))).toHaveLength(1);
    const line = { ...effect, status: 'committed' };
    expect(ledgerFaults(ledgerOf(line, line), paid(1))).toHaveLength(1);
  });

  it('R12: of effects with keys the key decides', () => {
    const world = createWorld();
    world.commitForKey('pay', { eur: 1 }, 's/pay/d/0');
    world.commitForKey('pay', { eur: 1 }, 's/pay/d/0');
    expect(ledgerFaults(ledgerOf({ ...effect, status: 'committed' }), world)).toEqual([]);
    const another = { ...effect, id: 's/pay/d/1', status: 'committed' };
    expect(ledgerFaults(ledgerOf(another), world)).toHaveLength(1);
  });
});

describe('clocks and random numbers', () => {
  it('stands still, is moved, or ticks when it is read', () => {
    const still = createFakeClock();
    expect([still.now(), still.now()]).toEqual([fakeClockStart, fakeClockStart]);
    still.advance(5);
    expect(still.now()).toBe(fakeClockStart + 5);
    const ticking = createFakeClock({ tickMs: 3 });
    expect([ticking.now(), ticking.now()]).toEqual([fakeClockStart, fakeClockStart + 3]);
  });

  it('gives the same numbers for the same seed, spread over the range', () => {
    const numbers = (seed: string) => {
      const random = seededRandom(seed);
      return Array.from({ length: 1000 }, () => random.whole(10));
    };
    expect(numbers('a')).toEqual(numbers('a'));
    expect(numbers('a')).not.toEqual(numbers('b'));
    for (let value = 0; value < 10; value++) {
      expect(numbers('a').filter((each) => each === value).length).toBeGreaterThan(60);
    }
  });
});
