import { describe, expect, it } from 'vitest';
import {
  createCritic,
  escalationGuard,
  isInvalidOptions,
  Reflector,
  reflectOnFailure,
  reflectorFromSteps,
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

describe('options', () => {
  it('F5: an unknown name is refused when the advisor is made, with the names there are', () => {
    expect(refusal(createCritic, { wen: 'each' })).toBe(
      'There is no option "wen". The options are when, instructions, maxObservationChars, maxNoteChars.',
    );
    expect(refusal(reflectOnFailure, { maxLesons: 3 })).toContain('maxLessons');
    expect(refusal(reflectOnFailure, { goal: 'x' })).toContain('There is no option "goal"');
    expect(refusal(escalationGuard, { tools: [], max: 3 })).toContain('There is no option "max"');
    expect(refusal((options: object) => new Reflector(options), { tools: [] })).toContain(
      '"tools"',
    );
    expect(refusal((options: object) => reflectorFromSteps([], options), { x: 1 })).toContain(
      '"x"',
    );
  });

  it('F5: an unknown value is refused when the advisor is made, with the values there are', () => {
    expect(refusal(createCritic, { when: 'onError' })).toBe(
      'when must be one of each, on_error, not onError.',
    );
    expect(refusal(reflectOnFailure, { maxLessons: 0 })).toContain('maxLessons must be an integer');
    expect(refusal(escalationGuard, { tools: [], maxLessons: 0 })).toContain('maxLessons');
  });

  it('F5: every known option is taken', () => {
    const rules = { alternatives: {}, parametersFor: () => ({}), sensitive: {}, maxLessons: 1 };
    expect(refusal(reflectOnFailure, { ...rules, tools: [], maxNoteChars: 10 })).toBe('accepted');
    expect(refusal(escalationGuard, { ...rules, tools: [], goal: 'x' })).toBe('accepted');
  });
});
