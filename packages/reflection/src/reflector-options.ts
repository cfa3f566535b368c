import {
  invalidOptions,
  requireInteger,
  requireKnownOptions,
} from '@loopwright/core-parser/option-checks';
import type { ClassifyOptions } from './classify-failure.ts';
import { reflectorDefaults } from './defaults.ts';
import { requireByName, requireFunction, requireNumber } from './invalid-options.ts';
import { isLive, type Lesson } from './lesson.ts';
import type { AlternativeOptions } from './propose-alternative.ts';
import { readLesson } from './read-lesson.ts';
import type { EntityParameters } from './reflected-action.ts';

/** What both recommending and refusing calls depend on. */
export type FailureRules = Pick<ClassifyOptions, 'classify' | 'maxRetryAfterMs'> & {
  /** Per tool, the parameter that names what a call is about. Default `entity`, or all parameters where there is none. */
  readonly entityParameters?: EntityParameters | undefined;
  /** Lessons of earlier runs, see `recallLessons`. Default none. */
  readonly lessons?: readonly Lesson[] | undefined;
  /**
   * The caller's clock when the run began, in milliseconds since 1970: lessons that have expired by then are ignored. A run
   * that is resumed is given the same. Without it all given lessons hold.
   */
  readonly now?: number | undefined;
  /** Steps for which a transient failure is remembered after it was met last. Default 5. */
  readonly transientSteps?: number | undefined;
};

export type ReflectorOptions = AlternativeOptions &
  FailureRules & {
    /** Lessons kept; when there are more, the one not met for longest goes. Default 20. */
    readonly maxLessons?: number | undefined;
    /** Failures of one tool for one reason after which retries are recommended, whatever the arguments. Default 2. */
    readonly maxRetries?: number | undefined;
    /** Milliseconds of the caller's clock for which transient lessons hold, where `now` is given. Default 600,000. */
    readonly transientMs?: number | undefined;
  };

/** The names of the options, for what passes them on. */
export const failureRuleNames = {
  classify: true,
  maxRetryAfterMs: true,
  entityParameters: true,
  lessons: true,
  now: true,
  transientSteps: true,
} satisfies Record<keyof FailureRules, true>;

export const reflectorOptionNames = {
  alternatives: true,
  parametersFor: true,
  rank: true,
  minSimilarity: true,
  sensitive: true,
  ...failureRuleNames,
  maxLessons: true,
  maxRetries: true,
  transientMs: true,
} satisfies Record<keyof ReflectorOptions, true>;

/** The rules with their defaults, checked. @throws `invalid_options` */
export function resolveFailureRules(options: FailureRules) {
  const { classify, entityParameters = {}, lessons = [], now } = options;
  if (now !== undefined) requireNumber('now', now, 0);
  const whole = (name: 'maxRetryAfterMs' | 'transientSteps') =>
    requireInteger(name, options[name] ?? reflectorDefaults[name], 0);
  return {
    classify: requireFunction('classify', classify),
    entityParameters: requireByName('entityParameters', entityParameters, 'name'),
    maxRetryAfterMs: whole('maxRetryAfterMs'),
    transientSteps: whole('transientSteps'),
    lessons: readLessons(lessons).filter((lesson) => isLive(lesson, { step: 0, now })),
  };
}

/** The options with their defaults, checked. @throws `invalid_options` */
export function resolveReflectorOptions(options: ReflectorOptions) {
  requireKnownOptions(options, reflectorOptionNames);
  const whole = (name: 'maxLessons' | 'maxRetries' | 'transientMs', least: number) =>
    requireInteger(name, options[name] ?? reflectorDefaults[name], least);
  const { minSimilarity = reflectorDefaults.minSimilarity } = options;
  requireByName('sensitive', options.sensitive, 'names');
  requireByName('alternatives', options.alternatives, 'names');
  requireFunction('parametersFor', options.parametersFor);
  requireFunction('rank', options.rank);
  return {
    ...options,
    ...resolveFailureRules(options),
    minSimilarity: requireNumber('minSimilarity', minSimilarity, 0),
    maxLessons: whole('maxLessons', 1),
    maxRetries: whole('maxRetries', 0),
    transientMs: whole('transientMs', 0),
  };
}

function readLessons(lessons: readonly Lesson[]): Lesson[] {
  if (!Array.isArray(lessons)) {
    throw invalidOptions('lessons must be a list of lessons, as recallLessons gives it.');
  }
  return lessons
    .map((lesson, at) => {
      const read = readLesson(lesson);
      if (read !== undefined) return read;
      throw invalidOptions(
        `lessons[${at}] is no lesson; recallLessons gives the lessons of a store.`,
      );
    })
    .filter(({ scope }) => scope === 'lasting');
}
