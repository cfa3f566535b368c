import { describe, expect, it } from 'vitest';
import { explored, unseenLoss } from '../src/protocol/bounds.ts';
import { explore } from '../src/protocol/explore.ts';
import { invariants } from '../src/protocol/invariants.ts';
import { mutants } from '../src/protocol/mutants.ts';
import { protocol } from '../src/protocol/rules.ts';

describe('the protocol of claim, append, fence and once', () => {
  const { states, made, counterexample } = explore(protocol, { claims: 3, late: 1 });

  it('keeps its invariants in whatever order things happen', () => {
    expect(counterexample).toBeUndefined();
    expect(states).toBeGreaterThan(20_000);
  });

  it.each([
    'claims an epoch',
    'hears that it claimed',
    'hears late that it claimed',
    'is given the result',
    'is fenced before put starts',
    'is fenced: pay is not stored',
    'an append of an earlier life arrives',
    'a result of an earlier life arrives',
    'a release of an earlier life arrives',
    'dies, its append is on the way',
    'does not hear of pay, and leaves',
    'leaves',
    'renews',
    'hears that it renewed',
    'hears too late that it renewed',
    'runs pay',
    'says that pay is unknown',
    'the result is stored',
  ])('is explored far enough to see: %s', (move) => {
    expect(made.get(move) ?? 0).toBeGreaterThan(0);
  });

  it.each(Object.entries(mutants))('needs every rule: %s', (_, { rules, bounds }) => {
    const found = explore(rules, bounds).counterexample;
    expect(Object.values(invariants)).toContain(found?.broken);
    expect(found!.trace.length).toBeGreaterThan(0);
  });

  it.each([
    ['a claim of a finished session takes a lease', invariants.unblocked],
    ['a release does not end the epoch', invariants.givenBack],
    ['an epoch that was given back appends', invariants.givenBack],
    ['an epoch that was given back is renewed', invariants.givenBack],
    ['the count of the records is not checked', invariants.lost],
    ['a step starts on a late claim without asking', invariants.own],
    ['the lease counts from the answer to the claim', invariants.own],
    ['an append whose answer was lost is taken for stored', invariants.answered],
  ])('knows what each rule is for: %s', (name, invariant) => {
    const { rules, bounds } = mutants[name]!;
    expect(explore(rules, bounds).counterexample?.broken).toBe(invariant);
  });

  it('shows how it went wrong, step by step', () => {
    const { rules } = mutants['an append does not compare epochs (no fencing)']!;
    expect(explore(rules).counterexample).toEqual({
      broken: invariants.fenced,
      trace: [
        'worker 1: claims epoch 1',
        'worker 1: hears that it claimed',
        'worker 1: may start think',
        'the lease expires',
        'worker 1: runs think',
        'worker 2: claims epoch 2',
        'worker 1: think is stored',
      ],
    });
  });

  it('an epoch that does not rise is more than a number: two holders append', () => {
    const { rules } = mutants['a claim does not raise the epoch']!;
    const found = explore(rules, { ignored: invariants.epoch }).counterexample;
    expect([invariants.fenced, invariants.oneWriter, invariants.own]).toContain(found?.broken);
  });

  it('an answer that was lost is more than a missing record: without it, an effect happens twice', () => {
    const { rules } = mutants['an append whose answer was lost is taken for stored']!;
    const found = explore(rules, { claims: 2, ignored: invariants.answered }).counterexample;
    expect(found?.broken).toBe(invariants.once);
  });
});

describe('the protocol over a store that loses its last records', () => {
  it('refuses the session, and the result of a finished one, where the count shows it', () => {
    const { counterexample, made } = explore(protocol, {
      ...explored['lost records'],
      claims: 2,
    });
    expect(counterexample).toBeUndefined();
    expect(made.get('is refused the session: records are missing')).toBeGreaterThan(0);
    expect(made.get('is refused the result: records are missing')).toBeGreaterThan(0);
  });

  it('cannot know of records that were lost together with their count: a once effect may happen twice', () => {
    expect(explore(protocol, unseenLoss).counterexample?.broken).toBe(invariants.lost);
    const bounds = { ...unseenLoss, claims: 2 };
    const found = explore(protocol, { ...bounds, ignored: invariants.lost }).counterexample;
    expect(found?.broken).toBe(invariants.once);
  });
});
