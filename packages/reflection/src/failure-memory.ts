import type { JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import type { Failure } from './failure.ts';
import type { ReflectedAction } from './reflected-action.ts';
import { actionKey, entityKey, subjectKey } from './reflected-action.ts';
import type { FailureCount, FailurePattern } from './reflection.ts';

const notFoundLimit = 2;

/** Remembers which calls failed, how and how often. Keys are digests: the order of parameter names does not matter. */
export class FailureMemory {
  readonly #patterns = new Map<string, FailurePattern>();
  readonly #counts = new Map<string, FailureCount>();
  readonly #failedClasses = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #failedForGood = new Set<string>();
  readonly #notFound = new Map<string, number>();

  /** Records a failure; returns true when the same call had failed with the same class of error before. */
  record(action: ReflectedAction, failure: Failure): boolean {
    const key = actionKey(action);
    const classKey = `${key} ${failure.class}`;
    const failedBefore = this.#failedClasses.has(classKey);
    this.#failedClasses.add(classKey);
    this.#failed.add(key).add(subjectKey(action));
    if (!failure.retryable) this.#failedForGood.add(key);
    if (failure.reason === 'not_found') {
      const entity = entityKey(action);
      this.#notFound.set(entity, (this.#notFound.get(entity) ?? 0) + 1);
    }
    this.#count(action, failure, `${classKey} ${failure.reason}`);
    return failedBefore;
  }

  /** True when the call failed in a way that does not pass. */
  failedForGood(action: ReflectedAction): boolean {
    return this.#failedForGood.has(actionKey(action));
  }

  /** True when the call, or the same tool with the same words in other parameters, failed in any way. */
  failed(action: ReflectedAction): boolean {
    return this.#failed.has(actionKey(action)) || this.#failed.has(subjectKey(action));
  }

  /** True when the tool has found nothing for this entity twice (F4). */
  isBlacklisted(action: ReflectedAction): boolean {
    return (this.#notFound.get(entityKey(action)) ?? 0) >= notFoundLimit;
  }

  patterns(): FailurePattern[] {
    return [...this.#patterns.values()];
  }

  counts(): FailureCount[] {
    return [...this.#counts.values()];
  }

  #count(action: ReflectedAction, failure: Failure, key: string): void {
    const count = (this.#patterns.get(key)?.count ?? 0) + 1;
    // A copy, so that the caller may change its own object afterwards.
    const parameters = toJson(action.parameters) as JsonObject;
    this.#patterns.set(key, {
      action: { name: action.name, parameters },
      errorClass: failure.class,
      reason: failure.reason,
      count,
    });
    const countKey = JSON.stringify([action.name, failure.reason]);
    this.#counts.set(countKey, {
      action: action.name,
      reason: failure.reason,
      count: (this.#counts.get(countKey)?.count ?? 0) + 1,
    });
  }
}
