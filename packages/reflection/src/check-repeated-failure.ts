import { requireKnownOptions, requireOneOf } from '@loopwright/core-parser/option-checks';
import type { ReflectedCall, ReflectedObservation, ReflectedStep } from './advisor.ts';
import type { CallCheck } from './check-call.ts';
import { checkCall } from './check-call.ts';
import { classifyFailure } from './classify-failure.ts';
import { FailureHistory } from './failure-history.ts';
import { requireNames } from './invalid-options.ts';
import type { FailureRules } from './reflector-options.ts';
import { failureRuleNames, resolveFailureRules } from './reflector-options.ts';

export type RepeatedFailureOptions = FailureRules & {
  /**
   * Names of tools that change something. When one of them has succeeded, what was missing or refused before may be
   * called again. Default none.
   */
  readonly changing?: readonly string[] | undefined;
  /** Names of tools of which no call is refused, such as one that waits for something to appear. Default none. */
  readonly exempt?: readonly string[] | undefined;
  /**
   * Refuse what a lesson of an earlier run speaks against before it has failed in this one. Default false: it is called, with
   * a note, and refused when it fails in the same way again.
   */
  readonly refuseOnLessons?: boolean | undefined;
};

/** The names of the options, for what passes them on. */
export const repeatedFailureOptionNames = {
  ...failureRuleNames,
  changing: true,
  exempt: true,
  refuseOnLessons: true,
} satisfies Record<keyof RepeatedFailureOptions, true>;

/**
 * Says whether a call may be made after the recorded steps (F1, F3, F4), or is refused because the same call (tool and
 * arguments) failed before: once, when it cannot pass; twice in the same way, when it can, for `transientSteps` steps;
 * or because its tool found nothing for the same entity twice. A success of the call itself lifts the refusal, and one of any
 * call of its tool what only words said (see `Failure`). What lessons of earlier runs say counts once the call has failed in this
 * one. A pure fold: the same steps give the same answer. Throws `invalid_options` for options that cannot be meant.
 */
export function checkRepeatedFailure(
  steps: readonly ReflectedStep[],
  call: ReflectedCall,
  options: RepeatedFailureOptions = {},
): CallCheck {
  const failures = new RepeatedFailures(options);
  for (const step of steps) failures.add(step);
  return failures.check(call);
}

/** The fold behind {@link checkRepeatedFailure}, one step at a time. */
export class RepeatedFailures {
  readonly #options: ReturnType<typeof resolveFailureRules>;
  readonly #changing: ReadonlySet<string>;
  readonly #exempt: ReadonlySet<string>;
  readonly #history: FailureHistory;
  #step = 0;

  constructor(options: RepeatedFailureOptions) {
    requireKnownOptions(options, repeatedFailureOptionNames);
    this.#options = resolveFailureRules(options);
    this.#changing = new Set(requireNames('changing', options.changing));
    this.#exempt = new Set(requireNames('exempt', options.exempt));
    const { entityParameters, lessons } = this.#options;
    const trustsLessons = requireOneOf('refuseOnLessons', options.refuseOnLessons ?? false, [
      true,
      false,
    ]);
    this.#history = new FailureHistory(entityParameters, lessons, { trustsLessons });
  }

  /** Reads the next step. */
  add(step: ReflectedStep): void {
    this.#step = step.n;
    step.calls.forEach((call, at) => {
      const observation = step.observations[at];
      if (observation === undefined || call.unreadable !== undefined) return;
      const action = { name: call.tool, parameters: call.args };
      if (observation.ok) {
        this.#history.forget(action);
        if (this.#changing.has(call.tool)) this.#history.forgetState();
      } else if (!isRefusedRepeat(observation)) {
        const error = observation.error ?? observation.text;
        this.#history.record(action, classifyFailure(error, this.#options), step.n);
      }
    });
  }

  /** Whether a call may be made in the step after the last one. */
  check({ tool, args, unreadable }: ReflectedCall): CallCheck {
    // What could not be read is refused elsewhere, and never starts.
    if (unreadable !== undefined || this.#exempt.has(tool)) return { allowed: true };
    const action = { name: tool, parameters: args };
    return checkCall(this.#history, action, this.#step + 1, this.#options.transientSteps);
  }
}

/** Whoever refused to repeat the call, here or in a run: that is no failure of the call. */
function isRefusedRepeat({ error }: ReflectedObservation): boolean {
  return error?.code === 'repeat_refused';
}
