import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasNewInformation,
  LoopDetector,
  loopGuard,
  ProgressDetector,
  progressGuard,
} from '../src/index.ts';
import { fail, final, judgements, outline, runGuard, succeed, unreadable } from './run-guard.ts';

/** A search whose words vary and whose result does not: LDET-021. */
function wander(count: number) {
  return Array.from({ length: count }, (_, n) => succeed('search', { q: `term ${n}` }, 'the same'));
}

describe('ProgressDetector', () => {
  it('L4: five varied iterations without a milestone are stuck, while the loop detector is silent', () => {
    const progress = new ProgressDetector();
    const loops = new LoopDetector();
    const states = [1, 2, 3, 4, 5].map((n) => ({
      loop: loops.recordAction({ name: 'search', parameters: { q: `term ${n}` } }).loopDetected,
      ...progress.recordIteration({ milestone: false }),
    }));
    expect(states.map(({ stuck }) => stuck)).toEqual([false, false, false, false, true]);
    expect(states.some(({ loop }) => loop)).toBe(false);
  });

  it('L4: a milestone starts the count again', () => {
    const progress = new ProgressDetector({ patience: 2 });
    progress.recordIteration({ milestone: false });
    expect(progress.recordIteration({ milestone: true })).toEqual({
      stuck: false,
      sinceMilestone: 0,
    });
    progress.recordIteration({ milestone: false });
    expect(progress.recordIteration({ milestone: false }).stuck).toBe(true);
  });

  it('L4: says when the grace is over, at once with a grace of 0', () => {
    const endsAt = (stallGrace?: number) => {
      const progress = new ProgressDetector({ patience: 2, stallGrace });
      const states = [1, 2, 3, 4, 5].map(() => progress.recordIteration({ milestone: false }));
      expect(states.map(({ stuck }) => stuck)).toEqual([false, true, true, true, true]);
      return states.findIndex(({ graceOver }) => graceOver) + 1;
    };
    expect([endsAt(), endsAt(1), endsAt(0)]).toEqual([4, 3, 2]);
  });

  it('LDET-017, LDET-023: check counts nothing and reset forgets all', () => {
    const progress = new ProgressDetector({ patience: 1 });
    progress.recordIteration({ milestone: false });
    progress.check();
    expect(progress.check()).toEqual({ stuck: true, sinceMilestone: 1 });
    progress.reset();
    expect(progress.check()).toEqual({ stuck: false, sinceMilestone: 0 });
  });

  it('L4: refuses a patience that is no positive integer', () => {
    expect(() => new ProgressDetector({ stallGrace: -1 })).toThrow('stallGrace must be an integer');
    for (const patience of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new ProgressDetector({ patience })).toThrow('patience must be an integer');
    }
  });
});

describe('progressGuard', () => {
  it('L4, LDET-021: flags after five steps without a milestone and stops after two more', () => {
    expect(runGuard(progressGuard(), wander(12))).toEqual([
      {
        n: 6,
        verdict: {
          kind: 'flag',
          text: '5 steps without a milestone: the run ends after 2 more.',
          data: { kind: 'no_progress', sinceMilestone: 5, patience: 5, stallGrace: 2 },
        },
      },
      {
        n: 8,
        verdict: {
          kind: 'stop',
          stopReason: 'no_progress',
          text: '7 steps without a milestone.',
          data: { kind: 'no_progress', sinceMilestone: 7, patience: 5, stallGrace: 2 },
        },
      },
    ]);
  });

  it('LDET-024: wandering is reported as missing progress, never as a loop', () => {
    expect(outline(loopGuard(), wander(12))).toBe('');
  });

  it('L4: says stop again when the run goes on nevertheless', () => {
    const kinds = [...judgements(progressGuard(), wander(10))].map(({ verdicts }) =>
      verdicts.map(({ kind }) => kind).join(),
    );
    expect(kinds).toEqual(['', '', '', '', '', 'flag', '', 'stop', 'stop', 'stop']);
  });

  it('L4: what came back in a step that ended a run is not known', () => {
    const turns = [{ ...succeed('t', {}, 1), kind: 'final' }, succeed('t', {}, 1)];
    const [earlier, step] = turns.map((turn, at) => ({
      ...turn,
      n: at + 1,
      thought: '',
      verdicts: [],
    }));
    expect(hasNewInformation(step!, [earlier!])).toBe(true);
    expect(hasNewInformation(step!, [{ ...earlier!, kind: 'act' }])).toBe(false);
  });

  it('L4: a grace of 0 ends at once, without a flag before', () => {
    expect(outline(progressGuard({ stallGrace: 0 }), wander(12))).toBe('6:stop');
  });

  it('L4: a milestone during the grace saves the run and starts the count again', () => {
    const saved = [...wander(7), succeed('search', { q: 'better' }, 'something new'), ...wander(6)];
    expect(outline(progressGuard(), saved)).toBe('6:flag 13:flag');
  });

  it('R10: failures and unreadable replies are no milestones, however they vary', () => {
    const turns = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((text, n) =>
      n % 2 === 0 ? fail('t', { n }, text) : unreadable(text),
    );
    expect(outline(progressGuard(), turns)).toBe('5:flag 7:stop');
  });

  it('LOOP-032: tests that fail elsewhere after each edit are progress', () => {
    const turns = Array.from({ length: 8 }, (_, n) => [
      fail('test', {}, `case ${n} fails`),
      succeed('edit', { case: n }, 'ok'),
    ]).flat();
    expect(outline(progressGuard(), turns)).toBe('');
  });

  it('R10: equal values of different tools are different results', () => {
    const turns = Array.from({ length: 8 }, (_, n) => succeed(`tool${n}`, {}, 'ok'));
    expect(outline(progressGuard(), turns)).toBe('');
  });

  it('L4: what counts as a milestone can be given', () => {
    const isMilestone = (step: { n: number }) => step.n === 3;
    const turns = Array.from({ length: 12 }, (_, n) => succeed('t', { n }, n));
    expect(outline(progressGuard({ isMilestone }), turns)).toBe('8:flag 10:stop');
  });

  it('L4: what counts by default can be part of what is given', () => {
    const turn = fc.oneof(
      fc.constantFrom('a', 'b', 'c').map((value) => succeed('search', { value }, value)),
      fc.constantFrom('a', 'b').map((message) => fail('read', {}, message)),
      fc.constant(final()),
    );
    const given = progressGuard({
      patience: 2,
      isMilestone: (...run) => hasNewInformation(...run),
    });
    const itself = progressGuard({ patience: 2, isMilestone: hasNewInformation });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 12 }), (turns) => {
        const verdicts = runGuard(progressGuard({ patience: 2 }), turns);
        expect(runGuard(given, turns)).toEqual(verdicts);
        expect(runGuard(itself, turns)).toEqual(verdicts);
      }),
    );
  });

  it('L4: the end of the run is not judged', () => {
    expect(outline(progressGuard(), [...wander(5), final()])).toBe('');
  });

  it('L4: never flags a run in which every success is new', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 15 }), (values) => {
        const turns = values.map((value) => succeed('t', {}, value));
        expect(outline(progressGuard({ patience: 1 }), turns)).toBe('');
      }),
    );
  });

  it('L4: stops exactly patience + grace steps after the last milestone', () => {
    const count = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(count, fc.nat({ max: 4 }), fc.nat({ max: 5 }), (patience, stallGrace, fresh) => {
        const news = Array.from({ length: fresh }, (_, n) => succeed('t', { n }, `news ${n}`));
        const verdicts = runGuard(progressGuard({ patience, stallGrace }), [
          ...news,
          ...wander(20),
        ]);
        // The first of the wandering steps is news as well.
        expect(verdicts.at(-1)).toMatchObject({
          n: fresh + 1 + patience + stallGrace,
          verdict: { kind: 'stop' },
        });
        expect(verdicts).toHaveLength(stallGrace === 0 ? 1 : 2);
      }),
    );
  });
});
