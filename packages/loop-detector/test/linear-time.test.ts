import { describe, expect, it } from 'vitest';
import type { GuardedStep } from '../src/index.ts';
import { driftGuard, errorLimitGuard, loopGuard, progressGuard } from '../src/index.ts';
import type { Turn } from './run-guard.ts';
import { fail, succeed } from './run-guard.ts';

const length = 2_000;

const runs: Record<string, (n: number) => Turn> = {
  'only news': (n) => succeed('search', { n }, `result ${n}`),
  'failures between news': (n) => (n % 2 ? fail('t', { n }, `${n}`) : succeed('t', { n }, n)),
  'no news at all': (n) => succeed('search', { n }, 'the same'),
  'failures between successes without news': (n) =>
    n % 2 ? fail('t', { n }, `${n}`) : succeed('t', {}, 'the same'),
};

/** Judges a run and counts how often its steps and the texts of its observations are looked at. */
function countReads(factory: ReturnType<typeof loopGuard>, turnAt: (n: number) => Turn) {
  const counts = { steps: 0, texts: 0 };
  const guard = factory();
  const recorded: GuardedStep[] = [];
  const before = new Proxy(recorded, {
    get(steps, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) counts.steps++;
      return Reflect.get(steps, key);
    },
  });
  for (let n = 1; n <= length; n++) {
    const { observations, ...turn } = turnAt(n);
    const watched = observations.map(({ text, value: _, ...observation }) => ({
      ...observation,
      get text() {
        counts.texts++;
        return text;
      },
    }));
    const step = { ...turn, observations: watched, n, thought: '', verdicts: [] };
    guard.judge(step, before);
    // A loop may record the step itself or, as here, a copy with the verdicts.
    recorded.push({ ...step });
  }
  return counts;
}

describe.each([
  ['loopGuard', loopGuard({ resultAware: true })],
  ['progressGuard', progressGuard()],
  ['errorLimitGuard', errorLimitGuard()],
  ['driftGuard', driftGuard({ goal: 'fees', compare: 'observations' })],
])('%s', (_name, factory) => {
  it.each(Object.entries(runs))('takes the same time for each step of a run: %s', (_run, turn) => {
    const { steps, texts } = countReads(factory, turn);
    expect(steps).toBeLessThan(40 * length);
    expect(texts).toBeLessThanOrEqual(length);
  });
});
