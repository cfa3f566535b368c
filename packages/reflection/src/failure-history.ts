import { notFoundLimit } from './defaults.ts';
import type { Failure, FailureClass, FailureReason } from './failure.ts';
import { isTransient } from './failure.ts';
import type { Lesson } from './lesson.ts';
import type { EntityParameters, ReflectedAction } from './reflected-action.ts';
import { aboutEntity, actionKey, subjectKey, subjectOf } from './reflected-action.ts';

/** How one call failed with one class of error. */
export type PastFailure = {
  readonly failure: Failure;
  readonly count: number;
  /** The step of the latest one; 0 when it was in an earlier run. */
  readonly lastStep: number;
};

type MissingEntity = {
  readonly action: ReflectedAction;
  readonly count: number;
  /** Nothing but words said so. */
  readonly guessed?: boolean;
};

/**
 * Remembers which calls failed, how and how often. Keys are digests: the order of parameter names does not matter.
 * Which failures stand against a call is a matter of who asks, see `checkCall` and `Reflector`.
 */
export class FailureHistory {
  readonly #entityParameters: EntityParameters;
  readonly #calls = new Map<string, Map<FailureClass, PastFailure>>();
  readonly #subjects = new Set<string>();
  readonly #missing = new Map<string, MissingEntity>();
  /** Of earlier runs: by key, how often an entity was not found, and how a call failed for good. */
  readonly #missingBefore = new Map<string, number>();
  readonly #failedBefore = new Map<string, Failure>();
  readonly #trustsLessons: boolean;
  /** By tool, the keys of calls of which only words say that they failed for good. */
  readonly #guessedCalls = new Map<string, Set<string>>();

  /** With `trustsLessons` those of earlier runs count at once, otherwise once this run has met the same failure. */
  constructor(
    entityParameters: EntityParameters = {},
    lessons: readonly Lesson[] = [],
    { trustsLessons = true }: { trustsLessons?: boolean } = {},
  ) {
    this.#entityParameters = entityParameters;
    this.#trustsLessons = trustsLessons;
    for (const lesson of lessons) this.#recall(lesson);
  }

  /** Records a failure of a step. */
  record(action: ReflectedAction, failure: Failure, step: number): void {
    const key = actionKey(action);
    const classes = this.#calls.get(key) ?? new Map<FailureClass, PastFailure>();
    const count = (classes.get(failure.class)?.count ?? 0) + 1;
    classes.set(failure.class, { failure, count, lastStep: step });
    this.#calls.set(key, classes);
    const guessed = failure.guessed === true && !isTransient(failure);
    if (guessed) {
      const keys = this.#guessedCalls.get(action.name) ?? new Set();
      this.#guessedCalls.set(action.name, keys.add(key));
    }
    for (const subject of this.#subjectKeys(action, action.name)) this.#subjects.add(subject);
    if (failure.reason !== 'not_found') return;
    const entity = aboutEntity(action, this.#entityParameters);
    const entityKey = actionKey(entity);
    const known = this.#missing.get(entityKey);
    this.#missing.set(entityKey, {
      action: entity,
      count: (known?.count ?? 0) + 1,
      guessed: guessed && known?.guessed !== false,
    });
  }

  /**
   * The call succeeded: what failed before does not stand against it any more, and neither does what only words said against
   * other calls of its tool.
   */
  forget(action: ReflectedAction): void {
    this.#calls.delete(actionKey(action));
    this.#failedBefore.delete(actionKey(action));
    this.#forgetMissing(actionKey(aboutEntity(action, this.#entityParameters)));
    for (const subject of this.#subjectKeys(action, action.name)) this.#subjects.delete(subject);
    this.#forgetGuesses(action.name);
  }

  /** Something was changed: what was missing or refused before may be there or in order now. */
  forgetState(): void {
    for (const classes of this.#calls.values()) {
      for (const [name, { failure }] of classes) {
        if (dependsOnState(failure)) classes.delete(name);
      }
    }
    this.#failedBefore.clear();
    this.#missing.clear();
    this.#missingBefore.clear();
  }

  /** How the call failed so far, by class of error. */
  failuresOf(action: ReflectedAction): readonly PastFailure[] {
    const key = actionKey(action);
    const inThisRun = [...(this.#calls.get(key)?.values() ?? [])];
    const counts = this.#trustsLessons || inThisRun.length > 0;
    const before = counts ? this.#failedBefore.get(key) : undefined;
    return before === undefined
      ? inThisRun
      : [{ failure: before, count: 1, lastStep: 0 }, ...inThisRun];
  }

  /** Why the call failed for good in an earlier run, if it did; `not_found` also for another call about the same entity. */
  reasonBefore(action: ReflectedAction): FailureReason | undefined {
    const entity = actionKey(aboutEntity(action, this.#entityParameters));
    if (this.#missingBefore.has(entity)) return 'not_found';
    return this.#failedBefore.get(actionKey(action))?.reason;
  }

  /** True when the call, or the tool with the same words or about the same entity, failed in any way. */
  hasFailedAbout(action: ReflectedAction, subjectsOf: ReflectedAction = action): boolean {
    if (this.failuresOf(action).length > 0) return true;
    return this.#subjectKeys(subjectsOf, action.name).some((key) => this.#subjects.has(key));
  }

  /** True when the tool has found nothing for this entity twice (F4). */
  isBlacklisted(action: ReflectedAction): boolean {
    return this.#countMissing(aboutEntity(action, this.#entityParameters)) >= notFoundLimit;
  }

  /** The entities that were not found twice, oldest first, each as an action with only the parameter that names it. */
  blacklist(): MissingEntity[] {
    return [...this.#missing.values()]
      .map(({ action }) => ({ action, count: this.#countMissing(action) }))
      .filter(({ count }) => count >= notFoundLimit);
  }

  #countMissing(entity: ReflectedAction): number {
    const key = actionKey(entity);
    const inThisRun = this.#missing.get(key)?.count ?? 0;
    const counts = this.#trustsLessons || inThisRun > 0;
    return inThisRun + (counts ? (this.#missingBefore.get(key) ?? 0) : 0);
  }

  #subjectKeys(action: ReflectedAction, tool: string): string[] {
    const entity = aboutEntity(action, this.#entityParameters);
    return [action, entity].flatMap((about) => subjectKey(tool, subjectOf(about)) ?? []);
  }

  #forgetMissing(entityKey: string): void {
    this.#missing.delete(entityKey);
    this.#missingBefore.delete(entityKey);
  }

  #forgetGuesses(tool: string): void {
    const keys = this.#guessedCalls.get(tool);
    if (keys === undefined) return;
    for (const key of keys) {
      const classes = this.#calls.get(key) ?? new Map<FailureClass, PastFailure>();
      for (const [name, { failure }] of classes) {
        if (failure.guessed && !isTransient(failure)) classes.delete(name);
      }
    }
    for (const [key, { action, guessed }] of this.#missing) {
      if (guessed && action.name === tool) this.#missing.delete(key);
    }
    this.#guessedCalls.delete(tool);
  }

  #recall({ about, errorClass, reason, transient, binding }: Lesson): void {
    if (transient || binding === 'action') return;
    for (const { key, count } of about) {
      if (key === undefined) continue;
      if (binding === 'entity') this.#missingBefore.set(key, count);
      else this.#failedBefore.set(key, { class: errorClass, reason, retryable: false });
    }
  }
}

function dependsOnState({ reason, retryable }: Failure): boolean {
  return !retryable && reason !== 'denied' && reason !== 'unknown_outcome';
}
