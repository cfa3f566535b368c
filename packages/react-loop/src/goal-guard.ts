import type { GuardFactory, Step } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';

/**
 * Says whether a step reached the goal. `true` makes the last successful value the answer; `{ answer }` names another.
 * Pure: it is asked again when a run is resumed. What it throws becomes a flag.
 */
export type GoalCheck = (
  step: Step,
  before: readonly Step[],
) => boolean | { answer: Json } | undefined;

/** A goal check as a guard; its end comes before every other one of the same step (R17). */
export function goalGuard(check: GoalCheck): GuardFactory {
  return () => ({
    name: 'goal',
    judge(step, before) {
      const reached = check(step, before);
      if (!reached) return undefined;
      const answer = reached === true ? lastValue(step) : reached.answer;
      return { kind: 'done', answer, text: `The goal was reached in step ${step.n}` };
    },
  });
}

function lastValue(step: Step): Json {
  const success = step.observations.findLast((observation) => observation.ok);
  return success?.ok ? success.value : null;
}

/**
 * A completion criterion for open-ended tasks (R13): done when `count` different candidates were observed, all of
 * which are the answer.
 *
 * @param options.isCandidate Which observed values count. Default: every value of a successful observation.
 */
export function candidatesFound(options: {
  count: number;
  isCandidate?: (value: Json) => boolean;
}): GoalCheck {
  const { count, isCandidate = () => true } = options;
  return (step, before) => {
    const candidates = new Map<string, Json>();
    for (const observation of [...before, step].flatMap((each) => each.observations)) {
      if (!observation.ok) continue;
      const values = Array.isArray(observation.value) ? observation.value : [observation.value];
      for (const value of values) {
        if (isCandidate(value)) candidates.set(JSON.stringify(value), value);
      }
    }
    return candidates.size >= count ? { answer: [...candidates.values()] } : undefined;
  };
}
