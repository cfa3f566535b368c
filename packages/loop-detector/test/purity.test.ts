import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GuardedStep, GuardFactory } from '../src/index.ts';
import {
  driftGuard,
  errorLimitGuard,
  loopGuard,
  loopPresets,
  progressGuard,
} from '../src/index.ts';
import type { Turn } from './run-guard.ts';
import { fail, final, judgements, succeed, together, unreadable } from './run-guard.ts';

const value = fc.constantFrom('a', 'b');
const turn = fc.oneof(
  value.map((x) => succeed('search', { q: x, n: 1 }, x)),
  fc.tuple(value, value).map(([x, y]) => fail('read', { path: x }, y)),
  value.map((x) => together(succeed('search', { q: x }, x), fail('read', { path: x }))),
  value.map(unreadable),
  fc.constant(final()),
);

/** The steps that a run records of such turns, after those it has. */
function recorded(
  factory: GuardFactory,
  turns: readonly Turn[],
  before: readonly GuardedStep[] = [],
): GuardedStep[] {
  return [...judgements(factory, turns, before)].map(({ step, verdicts }) => ({
    ...step,
    verdicts: verdicts.map((verdict) => ({ guard: factory().name, ...verdict })),
  }));
}

function reversedKeys(step: GuardedStep): GuardedStep {
  const calls = step.calls.map((call) => ({
    ...call,
    args: Object.fromEntries(Object.entries(call.args).reverse()),
  }));
  return { ...step, calls };
}

describe.each([
  ['loopGuard', loopGuard()],
  ['loopGuard, relaxed', loopGuard(loopPresets.relaxed)],
  ['progressGuard', progressGuard({ patience: 2, stallGrace: 1 })],
  ['errorLimitGuard', errorLimitGuard()],
  ['driftGuard', driftGuard({ goal: 'read a file', onDrift: 'stop', minActions: 1 })],
])('%s', (_name, factory) => {
  it('L1, L4, L5: a fresh guard, a used one and one that sees copies give the same verdict', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 12 }), (turns) => {
        for (const { step, before, verdicts } of judgements(factory, turns)) {
          const fresh = factory().judge(step, before);
          expect(fresh === undefined ? [] : [fresh]).toEqual(verdicts);
          const copies = structuredClone(before).map(reversedKeys);
          expect(factory().judge(reversedKeys(step), copies)).toEqual(fresh);
        }
      }),
    );
  });

  it('L1, L4, L5: a guard that has seen other runs and other ends of this one gives the same verdict', () => {
    const forks = fc.tuple(
      fc.array(turn, { maxLength: 6 }),
      fc.array(turn, { maxLength: 6 }),
      fc.array(turn, { maxLength: 6 }),
    );
    fc.assert(
      fc.property(forks, fc.infiniteStream(fc.nat()), ([shared, left, right], order) => {
        const trunk = recorded(factory, shared);
        const questions = [left, right].flatMap((end) => {
          const steps = [...trunk, ...recorded(factory, end, trunk)];
          return steps.map((step, at) => ({ step, before: steps.slice(0, at) }));
        });
        const used = factory();
        for (const index of [...order.take(2 * questions.length)]) {
          const question = questions[index % questions.length]!;
          const { step, before } = question;
          expect(used.judge(step, before)).toEqual(factory().judge(step, before));
        }
      }),
    );
  });

  it('L1, L4, L5: judging changes neither the step nor those before', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), (turns) => {
        for (const { step, before } of judgements(factory, turns)) {
          const copy = structuredClone({ step, before });
          factory().judge(step, before);
          expect({ step, before }).toEqual(copy);
        }
      }),
    );
  });
});
