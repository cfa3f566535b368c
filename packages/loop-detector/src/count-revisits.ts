import { followRun } from './follow-run.ts';
import type { GuardedStep } from './step.ts';
import { isActionStep } from './step.ts';

type Visits = {
  readonly seen: Set<string>;
  /** Steps at the end of the run that each repeat an earlier one. */
  revisits: number;
};

/** Makes a function that counts the steps up to the given one that each repeat an earlier one of the run. */
export function createRevisitCount(
  digestOfStep: (step: GuardedStep) => string,
): (step: GuardedStep, before: readonly GuardedStep[]) => number {
  const revisitsWith = ({ seen, revisits }: Visits, step: GuardedStep) =>
    seen.has(digestOfStep(step)) ? revisits + 1 : 0;
  const visitsOf = followRun<Visits>(
    () => ({ seen: new Set(), revisits: 0 }),
    (visits, step) => {
      if (!isActionStep(step)) return;
      visits.revisits = revisitsWith(visits, step);
      visits.seen.add(digestOfStep(step));
    },
  );
  return (step, before) => revisitsWith(visitsOf(before), step);
}
