import { describe, expect, it } from 'vitest';
import {
  blockRepeatedFailures,
  checkRepeatedFailure,
  createCritic,
  escalationGuard,
  isInvalidOptions,
  Reflector,
  reflectAtEnd,
  reflectOnFailure,
  reflectorFromSteps,
  reportSession,
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
      'There is no option "wen". The options are when, instructions, maxObservationChars, maxNoteChars, sensitive.',
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

  it('F5: every known option is taken, and undefined is no option', () => {
    const rules = {
      alternatives: {},
      parametersFor: () => ({}),
      rank: () => [],
      minSimilarity: 0.5,
      sensitive: {},
      classify: () => undefined,
      maxRetryAfterMs: 0,
      entityParameters: {},
      lessons: [],
      transientSteps: 0,
      transientMs: 0,
      maxRetries: 0,
      maxLessons: 1,
    };
    const without = (options: object) =>
      Object.fromEntries(Object.keys(options).map((name) => [name, undefined]));
    const advisor = { ...rules, tools: [], by: 'model', maxNoteChars: 10 };
    const guard = { ...rules, goal: 'x' };
    const block = {
      changing: [],
      exempt: [],
      classify: rules.classify,
      maxRetryAfterMs: 0,
      entityParameters: {},
      lessons: [],
      transientSteps: 0,
    };
    const report = { ...guard, tools: [], modelReflections: 1, maxReportChars: 10 };
    const critic = {
      when: 'each',
      instructions: '',
      maxObservationChars: 1,
      maxNoteChars: 1,
      sensitive: {},
    };
    for (const change of [(options: object) => options, without]) {
      expect(refusal(reflectOnFailure, change(advisor))).toBe('accepted');
      expect(refusal(escalationGuard, { ...change(guard), tools: [] })).toBe('accepted');
      expect(refusal(createCritic, change(critic))).toBe('accepted');
      expect(refusal((options) => reportSession([], options as object), change(report))).toBe(
        'accepted',
      );
      const check = (options: object) =>
        checkRepeatedFailure([], { tool: 'a', args: {} }, options as object);
      expect(refusal(check, change(block))).toBe('accepted');
    }
  });

  it('F1: values that cannot be meant are refused with what they must be', () => {
    const make = (options: object) => new Reflector(options);
    expect(refusal(make, { maxRetryAfterMs: -1 })).toContain('maxRetryAfterMs must be an integer');
    expect(refusal(make, { transientSteps: 0.5 })).toContain('transientSteps must be an integer');
    expect(refusal(make, { maxRetries: Number.NaN })).toContain('maxRetries must be an integer');
    expect(refusal(make, { minSimilarity: 'much' })).toBe(
      'minSimilarity must be a number of at least 0, not much.',
    );
    expect(refusal(make, { classify: 'timeout' })).toContain('classify must be a function');
    expect(refusal(make, { rank: 1 })).toContain('rank must be a function');
    expect(refusal(make, { lessons: {} })).toContain('lessons must be a list of lessons');
    expect(refusal(make, { lessons: [{}] })).toContain('lessons[0] is no lesson');
    expect(refusal(reflectOnFailure, { by: 'people' })).toContain('by must be one of rules, model');
    expect(refusal((options) => reportSession([], options as object), { x: 1 })).toContain('"x"');
    expect(
      refusal((options) => reportSession([], options as object), { maxReportChars: 0 }),
    ).toContain('maxReportChars');
  });

  it('F5: reflectAtEnd rejects for a mistake in the options and for nothing else', async () => {
    const mistaken = reflectAtEnd([], { think: 'model' as never });
    await expect(mistaken).rejects.toThrow('think must be a function');
  });

  it('F3: a text where a list of names is meant, and no options at all, are refused', () => {
    const check = (options: object) =>
      checkRepeatedFailure([], { tool: 'a', args: {} }, options as never);
    expect(refusal(check, { changing: 'login' })).toBe(
      'changing must be a list of names, such as ["search"], not "login".',
    );
    expect(refusal(check, { exempt: [5] })).toContain('exempt must be a list of names');
    expect(refusal(check, { refuseOnLessons: 'yes' })).toContain('refuseOnLessons must be one of');
    expect(refusal(check, { entityParameters: { get: ['key'] } })).toContain('one name for each');
    expect(refusal(check, { now: Number.NaN })).toContain('now must be a number');
    expect(refusal(check, null as never)).toContain('The options must be an object');
    const block = (options: object) =>
      blockRepeatedFailures({ tools: new Map() } as never, options);
    expect(refusal(block, { changing: 'login' })).toContain('changing must be a list of names');
    expect(refusal(block, null as never)).toContain('The options must be an object');
    const reflector = (options: object) => new Reflector(options);
    expect(refusal(reflector, { sensitive: { login: 'pin' } })).toContain('a list of names for');
    expect(refusal(reflector, { alternatives: { a: 'b' } })).toContain('a list of names for');
    expect(refusal(createCritic, { sensitive: { login: 'pin' } })).toContain('a list of names for');
  });
});
