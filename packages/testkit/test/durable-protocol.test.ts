import { describe, expect, it } from 'vitest';
import { explore } from '../src/protocol/explore.ts';
import { mutants, protocol } from '../src/protocol/rules.ts';
import { invariants } from '../src/protocol/store-moves.ts';

describe('the protocol of claim, append, fence and once', () => {
  const { states, made, counterexample } = explore(protocol, { lives: [2, 1] });

  it('keeps its invariants in whatever order things happen', () => {
    expect(counterexample).toBeUndefined();
    expect(states).toBeGreaterThan(20_000);
  });

  it.each([
    'claims an epoch',
    'claims, is given the result',
    'is fenced before put starts',
    'is fenced: pay is not stored',
    'append of an earlier life arrives',
    'dies, its append is on the way',
    'leaves and releases',
    'renews',
    'hears that it renewed',
    'renews in vain',
    'runs pay',
    'says that pay is unknown',
    'the result is stored',
  ])('is explored far enough to see: %s', (move) => {
    expect(made.get(move) ?? 0).toBeGreaterThan(0);
  });

  it.each(Object.entries(mutants))('needs every rule: %s', (_, rules) => {
    const found = explore(rules).counterexample;
    expect(Object.values(invariants)).toContain(found?.broken);
    expect(found!.trace.length).toBeGreaterThan(0);
  });

  it('shows how it went wrong, step by step', () => {
    const noFencing = mutants['an append does not compare epochs (no fencing)']!;
    expect(explore(noFencing).counterexample).toEqual({
      broken: 'a fenced worker stores nothing',
      trace: [
        'worker 1: claims epoch 1',
        'worker 1: may start think',
        'the lease expires',
        'worker 1: runs think',
        'worker 1: sends think',
        'worker 2: claims epoch 2',
        'worker 1: think is stored',
      ],
    });
  });

  it('an epoch that does not rise is more than a number: two holders append', () => {
    const rules = mutants['a claim does not raise the epoch']!;
    const found = explore(rules, { ignored: invariants.epoch }).counterexample;
    expect([invariants.fenced, invariants.oneWriter, invariants.own]).toContain(found?.broken);
  });
});
