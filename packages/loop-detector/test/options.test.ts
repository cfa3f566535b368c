import { describe, expect, it } from 'vitest';
import {
  detectGoalDrift,
  detectObservationDrift,
  driftGuard,
  errorLimitGuard,
  isInvalidOptions,
  LoopDetector,
  loopGuard,
  ProgressDetector,
  progressGuard,
  relevantInformation,
} from '../src/index.ts';

/** The message of the refusal, for options that no type would let through. */
function refusal<Options>(make: (options: Options) => unknown, options: object): string {
  try {
    make(options as Options);
  } catch (error) {
    if (isInvalidOptions(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

const makers: readonly (readonly [string, (options: object) => unknown, string])[] = [
  ['loopGuard', loopGuard, 'windowSize'],
  ['relevantInformation', (options) => relevantInformation({ goal: 'x' }, options), 'similarity'],
  ['progressGuard', progressGuard, 'patience'],
  ['errorLimitGuard', errorLimitGuard, 'maxConsecutiveErrors'],
  ['driftGuard', driftGuard, 'driftGrace'],
  ['LoopDetector', (options) => new LoopDetector(options), 'minRepeats'],
  ['ProgressDetector', (options) => new ProgressDetector(options), 'patience'],
  ['detectGoalDrift', (options) => detectGoalDrift({ goal: 'x' }, [], options), 'threshold'],
  [
    'detectObservationDrift',
    (options) => detectObservationDrift({ goal: 'x' }, [], options),
    'threshold',
  ],
];

describe('options', () => {
  it.each(makers)('%s takes undefined for an option left out', (_name, make, known) => {
    expect(refusal(make, { [known]: undefined })).toBe('accepted');
  });

  it.each(makers)('%s refuses an unknown name, with the names there are', (_name, make, known) => {
    const message = refusal(make, { max: 0 });
    expect(message).toContain('There is no option "max". The options are ');
    expect(message).toContain(known);
    expect(refusal(make, {})).toBe('accepted');
  });

  it.each(makers)('%s refuses what is no object', (_name, make) => {
    for (const [options, what] of [
      [null, 'null'],
      [[], 'a list'],
      ['strict', 'strict'],
    ]) {
      expect(refusal(make, options as object)).toBe(`The options must be an object, not ${what}.`);
    }
  });

  it.each([
    ['signatures', ['loopGuard', 'progressGuard', 'LoopDetector'], ' or a function'],
    ['results', ['loopGuard', 'progressGuard', 'LoopDetector'], ' or a function'],
    ['sensitive', ['loopGuard', 'driftGuard', 'LoopDetector'], ''],
  ])('LDET-026: %s must hold names for each tool', (option, names, orFunction) => {
    for (const [, make] of makers.filter(([name]) => names.includes(name))) {
      for (const [given, what] of [
        ['q', 'q'],
        [5, '5'],
        [null, 'null'],
        [undefined, 'undefined'],
        [{ q: true }, 'an object'],
        [['q', 5], 'a list'],
      ]) {
        expect(refusal(make, { [option]: { search: given } })).toBe(
          `${option}.search must be a list of names${orFunction}, not ${what}.`,
        );
      }
      for (const given of ['q', [], null]) {
        expect(refusal(make, { [option]: given })).toContain(`${option} must be an object, not `);
      }
      expect(refusal(make, { [option]: { search: ['q'] } })).toBe('accepted');
    }
  });

  it.each(makers.filter(([name]) => ['loopGuard', 'progressGuard', 'LoopDetector'].includes(name)))(
    '%s: repeatable must be a list of names',
    (_name, make) => {
      expect(refusal(make, { repeatable: 'search' })).toBe(
        'repeatable must be a list of names, not search.',
      );
      expect(refusal(make, { repeatable: 5 })).toContain('not 5.');
      expect(refusal(make, { repeatable: [() => true] })).toContain('not a list.');
    },
  );

  it.each([
    [loopGuard, { windowSize: {} }, 'windowSize must be an integer of at least 2, not an object.'],
    [progressGuard, { isMilestone: 'news' }, 'isMilestone must be a function, not news.'],
    [driftGuard, { goal: 5 }, 'goal must be a string, not 5.'],
    [driftGuard, { similarity: 'cosine' }, 'similarity must be a function, not cosine.'],
    [driftGuard, { onDrift: 'end' }, 'onDrift must be one of flag, hint, stop, not end.'],
    [driftGuard, { compare: 'all' }, 'compare must be one of actions, observations, not all.'],
    [loopGuard, { resultAware: 'no' }, 'resultAware must be one of true, false, not no.'],
    [
      (options) => new LoopDetector(options),
      { resultAware: 1 },
      'resultAware must be one of true, false, not 1.',
    ],
  ] as [(options: object) => unknown, object, string][])(
    'refuses an unknown value, with the values there are',
    (make, options, message) => {
      expect(refusal(make, options)).toBe(message);
    },
  );
});
