import { encodeNote } from '@loopwright/core-parser';
import { classifyFailure } from './classify-failure.ts';
import { reflectorDefaults } from './defaults.ts';
import type { Failure, FailureReason } from './failure.ts';
import { FailureHistory } from './failure-history.ts';
import type { FailureCount, FailurePattern } from './failure-tally.ts';
import { FailureTally, shownAction } from './failure-tally.ts';
import type { Lesson, LessonMoment } from './lesson.ts';
import { LessonBook } from './lesson-book.ts';
import { lessonsText } from './lesson-text.ts';
import type { WorkedCall } from './lift-lesson.ts';
import { proposeAlternative } from './propose-alternative.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { ActionOutcome, Reflection, ReflectionMoment } from './reflection.ts';
import type { ReflectorOptions } from './reflector-options.ts';
import { resolveReflectorOptions } from './reflector-options.ts';
import type { ToolOrName } from './tool-description.ts';
import { describeTool } from './tool-description.ts';

/** What is to be decided about one failure. */
type Case = {
  readonly action: ReflectedAction;
  readonly failure: Failure;
  readonly available: readonly ToolOrName[];
  readonly goal: string;
  readonly thought: string;
};

/** An entity that a tool did not find twice. */
export type BlacklistedEntity = {
  /** The tool, and the parameter that names the entity; sensitive values replaced by `[redacted]`. */
  readonly action: ReflectedAction;
  readonly count: number;
};

/**
 * Decides what to do after a failure, by rules (F1–F4): a failure that may pass is retried once, any other leads to
 * another way or to an end, and what failed is never proposed again. Lessons are read before anything is recommended.
 * Makes no model call. One reflector belongs to one run.
 */
export class Reflector {
  readonly #options: ReturnType<typeof resolveReflectorOptions>;
  readonly #lessons: LessonBook;
  readonly #history: FailureHistory;
  readonly #tally: FailureTally;
  #moment: LessonMoment = { step: 0 };

  /** Throws `invalid_options` for unknown options, numbers out of range and lessons that are none. */
  constructor(options: ReflectorOptions = {}) {
    this.#options = resolveReflectorOptions(options);
    const { entityParameters, lessons, sensitive } = this.#options;
    this.#lessons = new LessonBook({ ...this.#options, sensitive });
    this.#history = new FailureHistory(entityParameters, lessons);
    this.#tally = new FailureTally(sensitive);
  }

  /**
   * Reflects on what an action led to and remembers it; a success lifts what was learnt against it. `available` are the tools of the run, by name or with their
   * descriptions, which help to find an alternative.
   */
  reflect(
    action: ReflectedAction,
    outcome: ActionOutcome,
    available: readonly ToolOrName[],
    goal: string,
    moment: ReflectionMoment = {},
  ): Reflection {
    const { step = this.#moment.step + 1, now, thought = '' } = moment;
    this.#moment = { step, now };
    if (outcome.success) {
      this.#history.forget(action);
      this.#lessons.lift(action);
      return { decision: 'continue', shouldRetry: false, lessonLearned: '' };
    }
    const failure = classifyFailure(outcome.error, { ...this.#options, now });
    const mayRetry = this.#mayRetry(action, failure);
    this.#history.record(action, failure, step);
    this.#tally.add(action, failure);
    const { text } = this.#lessons.add(action, failure, this.#moment);
    const common = { lessonLearned: text, failure };
    if (!mayRetry)
      return { ...this.#wayOn({ action, failure, available, goal, thought }), ...common };
    const { retryAfterMs } = failure;
    return {
      decision: 'retry',
      shouldRetry: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...common,
    };
  }

  /**
   * Reflects on a call that was refused because it had failed before (see `blockRepeatedFailures`): what to do instead.
   * Nothing new is learnt by it.
   */
  reflectOnRefusal(
    action: ReflectedAction,
    available: readonly ToolOrName[],
    goal: string,
    moment: ReflectionMoment = {},
  ): Reflection {
    const { step = this.#moment.step + 1, now, thought = '' } = moment;
    this.#moment = { step, now };
    const failure = this.#history.failuresOf(action).at(-1)?.failure ?? missing;
    const lessonLearned = encodeNote(`${action.name} failed for this before and was not called.`);
    return {
      ...this.#wayOn({ action, failure, available, goal, thought }),
      lessonLearned,
      failure,
    };
  }

  /** What this run and the lessons it was given taught and what still holds, the latest first. */
  lessons(): readonly Lesson[] {
    return this.#lessons.list(this.#moment);
  }

  /** What this run alone taught and what still holds, the latest first: to be remembered for later runs. */
  learnt(): readonly Lesson[] {
    return this.#lessons.learnt(this.#moment);
  }

  /** What succeeded, each call once: to lift lessons of a store, see `rememberLessons`. */
  worked(): readonly WorkedCall[] {
    return this.#lessons.worked();
  }

  /** The lessons as lines for a prompt, the latest first, in at most `maxChars` characters; empty when there are none. */
  promptText(maxChars: number = reflectorDefaults.maxPromptChars): string {
    return lessonsText(this.lessons(), maxChars);
  }

  /** How often each tool failed for each reason. */
  counts(): readonly FailureCount[] {
    return this.#tally.counts();
  }

  /** Failures that occurred at least `minCount` times in the same way, the most frequent first (F6). Default 2. */
  patterns(minCount = 2): readonly FailurePattern[] {
    return this.#tally.patterns(minCount);
  }

  /** True when the tool has found nothing for the action's entity twice: an action selector should not choose it (F4). */
  isBlacklisted(action: ReflectedAction): boolean {
    return this.#history.isBlacklisted(action);
  }

  /** What `isBlacklisted` knows from this run, as data. */
  blacklist(): readonly BlacklistedEntity[] {
    return this.#history.blacklist().map(({ action, count }) => ({
      action: shownAction(action, this.#options.sensitive),
      count,
    }));
  }

  #mayRetry(action: ReflectedAction, failure: Failure): boolean {
    const { maxRetries, maxRetryAfterMs } = this.#options;
    if (!failure.retryable || (failure.retryAfterMs ?? 0) > maxRetryAfterMs) return false;
    if (this.isBlacklisted(action)) return false;
    const past = this.#history.failuresOf(action);
    if (past.some(({ failure: { retryable } }) => !retryable)) return false;
    if (past.some((each) => each.failure.class === failure.class)) return false;
    return this.#lessons.countOf(action.name, failure, this.#moment) < maxRetries;
  }

  #wayOn(found: Case): Pick<Reflection, 'decision' | 'shouldRetry' | 'alternativeAction'> {
    const { action, failure, available } = found;
    const alternativeAction = this.#alternative(found);
    const hasOthers = available.some((tool) => {
      const { name } = describeTool(tool);
      return !this.#isUsedUp({ ...action, name });
    });
    const goesOn = alternativeAction !== undefined || canGoOn(failure.reason, hasOthers);
    return {
      decision: goesOn ? 'alternative' : 'escalate',
      shouldRetry: false,
      ...(alternativeAction === undefined ? {} : { alternativeAction }),
    };
  }

  #alternative({ action, failure, available, goal, thought }: Case): ReflectedAction | undefined {
    if (!isReplaceable(failure.reason)) return undefined;
    return proposeAlternative(
      {
        failed: action,
        reason: failure.reason,
        available: available.map(describeTool),
        goal,
        thought,
        isUsedUp: (candidate) =>
          this.#isUsedUp(candidate) ||
          this.#history.hasFailedAbout(candidate, action) ||
          this.#lessons.isOutOfOrder(candidate.name, this.#moment),
      },
      this.#options,
    );
  }

  #isUsedUp(action: ReflectedAction): boolean {
    return this.#history.hasFailedAbout(action) || this.isBlacklisted(action);
  }
}

/** For a refusal of which nothing else is known any more. */
const missing: Failure = { class: 'permanent', reason: 'not_found', retryable: false };

/** Reasons for which another tool may do what this one could not. Others need other arguments, or a person. */
function isReplaceable(reason: FailureReason): boolean {
  return !['invalid_arguments', 'too_large', 'unauthenticated', ...needPerson].includes(reason);
}

// To look for a way round a refusal is not an agent's business; nor is to repeat what may already have happened.
const needPerson: readonly FailureReason[] = ['denied', 'limit', 'aborted', 'unknown_outcome'];

function canGoOn(reason: FailureReason, hasOthers: boolean): boolean {
  if (needPerson.includes(reason)) return false;
  // The same tool may work with other arguments, which only the model can know.
  return hasOthers || reason === 'invalid_arguments' || reason === 'too_large';
}
