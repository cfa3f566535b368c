import { describe, expect, it } from 'vitest';
import { progressGuard, relevantInformation } from '../src/index.ts';
import type { Turn } from './run-guard.ts';
import { fail, outline, succeed } from './run-guard.ts';

const goal = 'What fees apply to my checking account';

/** Flags at the first step that is no milestone. */
const milestonesOf = (turns: readonly Turn[], options = {}) => {
  const isMilestone = relevantInformation({ goal }, options);
  return outline(progressGuard({ patience: 1, stallGrace: 9, isMilestone }), turns);
};

describe('relevantInformation', () => {
  it('L4: what is new and has to do with the goal is a milestone, by its text or by its call', () => {
    expect(milestonesOf([succeed('read', { page: 1 }, 'A fee of 3 USD a month.')])).toBe('');
    expect(milestonesOf([succeed('search', { q: 'fees' }, '3 USD')])).toBe('');
  });

  it('L4: what is new but off the goal is none, nor is what is known or a failure', () => {
    const known = succeed('search', { q: 'fees' }, '3 USD');
    expect(milestonesOf([succeed('search', { q: 'weather' }, 'Sunny.')])).toBe('1:flag');
    expect(milestonesOf([known, known])).toBe('2:flag');
    expect(milestonesOf([fail('search', { q: 'fees' })])).toBe('1:flag');
  });

  it('L4: threshold and similarity can be given', () => {
    const accounts = [succeed('search', { q: 'account types' }, 'Savings.')];
    expect(milestonesOf(accounts)).toBe('1:flag');
    expect(milestonesOf(accounts, { threshold: 0.2 })).toBe('');
    expect(milestonesOf(accounts, { similarity: () => 1 })).toBe('');
  });

  it('L4: when the goal has no topic, news is enough', () => {
    const isMilestone = relevantInformation({ goal: 'What should I do?' });
    const guard = progressGuard({ patience: 1, isMilestone });
    expect(outline(guard, [succeed('search', { q: 'weather' }, 'Sunny.')])).toBe('');
  });
});
