import type { GuardAnswer, GuardFactory, Step } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { flag, isPromise } from './caller-check.ts';

/**
 * Says whether a step reached the goal. `true` makes the last successful value of the run the answer; `{ answer }` names
 * another. Pure and at once: it is asked again when a run is resumed. What it throws, a promise, and a goal that was
 * reached without any answer become flags, and the run goes on.
 */
export type GoalCheck = (
  step: Step,
  before: readonly Step[],
) => boolean | { answer: Json } | undefined;

/** Goal checks as guards, one for each; their end comes before every other one of the same step (R17). */
export function goalGuards(
  goal: GoalCheck | Readonly<Record<string, GoalCheck>> | undefined,
): GuardFactory[] {
  if (goal === undefined) return [];
  if (typeof goal === 'function') return [goalGuard(goal, undefined)];
  return Object.entries(goal).map(([name, check]) => goalGuard(check, name));
}

function goalGuard(check: GoalCheck, name: string | undefined): GuardFactory {
  const which = name === undefined ? 'The goal' : `The goal ${JSON.stringify(name)}`;
  return () => ({
    name: name === undefined ? 'goal' : `goal:${name}`,
    judge(step, before): GuardAnswer {
      // Code without types may answer anything.
      const reached: unknown = check(step, before);
      if (!reached) return undefined;
      if (isPromise(reached)) {
        return flag('the goal check must answer at once, not with a promise');
      }
      const answer = reached === true ? lastValue([...before, step]) : answerOf(reached);
      if (answer === undefined) {
        return reached === true
          ? flag('the goal was said to be reached, but no call has succeeded: there is no answer')
          : flag('the goal check must answer true, false or { answer }');
      }
      return { kind: 'done', answer, text: `${which} was reached in step ${step.n}` };
    },
  });
}

function answerOf(reached: unknown): Json | undefined {
  return (reached as { answer?: Json }).answer;
}

function lastValue(steps: readonly Step[]): Json | undefined {
  const success = steps
    .flatMap(({ observations }) => observations)
    .findLast((observation) => observation.ok);
  return success?.ok ? success.value : undefined;
}
