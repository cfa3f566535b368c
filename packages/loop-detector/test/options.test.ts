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

  it.each([
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
