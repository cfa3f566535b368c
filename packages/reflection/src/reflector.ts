import { capText } from '@loopwright/core-parser';
import { classifyFailure } from './classify-failure.ts';
import { reflectorDefaults } from './defaults.ts';
import type { FailureReason } from './failure.ts';
import { FailureMemory } from './failure-memory.ts';
import { requireInteger, requireKnownOptions } from './invalid-options.ts';
import type { Lesson } from './lesson.ts';
import { lessonText } from './lesson.ts';
import { LessonBook } from './lesson-book.ts';
import type { AlternativeOptions } from './propose-alternative.ts';
import { proposeAlternative } from './propose-alternative.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { ActionOutcome, FailureCount, FailurePattern, Reflection } from './reflection.ts';

export type ReflectorOptions = AlternativeOptions & {
  /** Lessons kept; when there are more, the one not met for longest goes. Default 20. */
  readonly maxLessons?: number;
};

/** The names of the options, for what passes them on. */
export const reflectorOptionNames = {
  alternatives: true,
  parametersFor: true,
  sensitive: true,
  maxLessons: true,
} satisfies Record<keyof ReflectorOptions, true>;

/**
 * Decides what to do after a failure, by rules (F1–F4): a failure that may pass is retried once, any other leads to
 * another way or to an end, and what failed is never proposed again. Makes no model call. One reflector belongs to one
 * run.
 */
export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #lessons: LessonBook;
  readonly #memory = new FailureMemory();

  /** Throws `invalid_options` for unknown options and unless `maxLessons` is an integer of at least 1. */
  constructor(options: ReflectorOptions = {}) {
    requireKnownOptions(options, reflectorOptionNames);
    this.#options = options;
    const maxLessons = options.maxLessons ?? reflectorDefaults.maxLessons;
    this.#lessons = new LessonBook(requireInteger('maxLessons', maxLessons, 1), options.sensitive);
  }

  /** Reflects on what an action led to and remembers it. `availableActions` are the names of the tools of the run. */
  reflect(
    action: ReflectedAction,
    outcome: ActionOutcome,
    availableActions: readonly string[],
    goal: string,
  ): Reflection {
    if (outcome.success) return { decision: 'continue', shouldRetry: false, lessonLearned: '' };
    const failure = classifyFailure(outcome.error);
    const failedBefore = this.#memory.record(action, failure);
    this.#lessons.add(action, failure);
    const common = {
      lessonLearned: lessonText(action, failure.reason, this.#options.sensitive),
      failure,
    };
    if (failure.retryable && !failedBefore && !this.#isHopeless(action)) {
      return { decision: 'retry', shouldRetry: true, ...common };
    }
    const alternativeAction = this.#alternative(action, failure.reason, availableActions, goal);
    const hasOthers = availableActions.some((name) => !this.#isUsedUp({ ...action, name }));
    const goesOn = alternativeAction !== undefined || canGoOn(failure.reason, hasOthers);
    return {
      decision: goesOn ? 'alternative' : 'escalate',
      shouldRetry: false,
      ...(alternativeAction === undefined ? {} : { alternativeAction }),
      ...common,
    };
  }

  /** What was learned so far, the latest first. */
  lessons(): readonly Lesson[] {
    return this.#lessons.list();
  }

  /** The lessons as lines for a prompt, the latest first, in at most `maxChars` characters; empty when there are none. */
  promptText(maxChars: number = reflectorDefaults.maxPromptChars): string {
    const lines = this.lessons().map((lesson) => `- ${lesson.text}`);
    return capText(lines.join('\n'), maxChars, 'Older lessons are left out.');
  }

  /** How often each tool failed for each reason. */
  counts(): readonly FailureCount[] {
    return this.#memory.counts();
  }

  /** Failures that occurred at least `minCount` times in the same way, the most frequent first (F6). Default 2. */
  patterns(minCount = 2): readonly FailurePattern[] {
    return this.#memory
      .patterns()
      .filter(({ count }) => count >= minCount)
      .sort((a, b) => b.count - a.count);
  }

  /** True when the tool has found nothing for the action's entity twice: an action selector should not choose it (F4). */
  isBlacklisted(action: ReflectedAction): boolean {
    return this.#memory.isBlacklisted(action);
  }

  #isHopeless(action: ReflectedAction): boolean {
    return this.#memory.failedForGood(action) || this.isBlacklisted(action);
  }

  #isUsedUp(action: ReflectedAction): boolean {
    return this.#memory.failed(action) || this.isBlacklisted(action);
  }

  #alternative(
    action: ReflectedAction,
    reason: FailureReason,
    availableActions: readonly string[],
    goal: string,
  ): ReflectedAction | undefined {
    if (!isReplaceable(reason)) return undefined;
    const isUsedUp = (candidate: ReflectedAction) => this.#isUsedUp(candidate);
    return proposeAlternative(action, reason, availableActions, goal, isUsedUp, this.#options);
  }
}

/** Reasons for which another tool may do what this one could not. Others need other arguments, or a person. */
function isReplaceable(reason: FailureReason): boolean {
  return !['invalid_arguments', 'too_large', ...needPerson].includes(reason);
}

// To look for a way round a refusal is not an agent's business; nor is to repeat what may already have happened.
const needPerson: readonly FailureReason[] = ['denied', 'limit', 'aborted', 'unknown_outcome'];

function canGoOn(reason: FailureReason, hasOthers: boolean): boolean {
  if (needPerson.includes(reason)) return false;
  // The same tool may work with other arguments, which only the model can know.
  return hasOthers || reason === 'invalid_arguments' || reason === 'too_large';
}
