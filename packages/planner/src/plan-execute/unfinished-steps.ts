import type { PlanAttempt } from './attempt-plan.ts';

/** What a plan was to find and did not, in words for people (R12). */
export function unfinishedSteps(attempt: PlanAttempt): string[] {
  const { evidence, open, number } = attempt;
  const failed = evidence.flatMap(({ id, tool, observation }) =>
    observation.ok ? [] : [`${id} of plan ${number}, ${tool} (${observation.error.type})`],
  );
  return [...failed, ...open.map((id) => `${id} of plan ${number} (not performed)`)];
}
