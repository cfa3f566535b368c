import type { Failure, FailureClass, FailureReason } from './failure.ts';
import type { ReflectedAction } from './reflected-action.ts';
import { actionKey } from './reflected-action.ts';
import type { SensitiveNames } from './secret-names.ts';
import { withoutSecrets } from './secret-names.ts';

/** Equal failures: the same call that failed with the same class and reason `count` times. */
export type FailurePattern = {
  /** The call, sensitive values replaced by `[redacted]`. */
  readonly action: ReflectedAction;
  readonly errorClass: FailureClass;
  readonly reason: FailureReason;
  readonly count: number;
};

/** How often a tool failed for a reason. */
export type FailureCount = {
  readonly action: string;
  readonly reason: FailureReason;
  readonly count: number;
};

/** Counts failures: by call, class and reason, and by tool and reason. */
export class FailureTally {
  readonly #sensitive: SensitiveNames | undefined;
  readonly #patterns = new Map<string, FailurePattern>();
  readonly #counts = new Map<string, FailureCount>();

  constructor(sensitive?: SensitiveNames) {
    this.#sensitive = sensitive;
  }

  add(action: ReflectedAction, failure: Failure): void {
    const key = `${actionKey(action)} ${failure.class} ${failure.reason}`;
    const known = this.#patterns.get(key);
    this.#patterns.set(key, {
      action: known?.action ?? shownAction(action, this.#sensitive),
      errorClass: failure.class,
      reason: failure.reason,
      count: (known?.count ?? 0) + 1,
    });
    const countKey = JSON.stringify([action.name, failure.reason]);
    this.#counts.set(countKey, {
      action: action.name,
      reason: failure.reason,
      count: (this.#counts.get(countKey)?.count ?? 0) + 1,
    });
  }

  /** Failures that occurred at least `minCount` times, the most frequent first. */
  patterns(minCount: number): FailurePattern[] {
    return [...this.#patterns.values()]
      .filter(({ count }) => count >= minCount)
      .sort((a, b) => b.count - a.count);
  }

  counts(): FailureCount[] {
    return [...this.#counts.values()];
  }
}

/** A copy of an action, fit to be shown and stored: without sensitive values, and nothing but Json. */
export function shownAction(
  { name, parameters }: ReflectedAction,
  sensitive?: SensitiveNames,
): ReflectedAction {
  return { name, parameters: withoutSecrets(parameters, [name], sensitive) };
}
