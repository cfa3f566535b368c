import type { Digests } from './digests.ts';
import { followRun } from './follow-run.ts';
import type { GuardedStep } from './step.ts';
import { isActionStep } from './step.ts';
import type { StepSignatureOptions } from './step-signature.ts';
import { createIsCompared, createStepDigest } from './step-signature.ts';

/** A step as the loop guard sees it: what it is compared by, and what it has to do with the steps before it. */
export type ComparedStep = {
  readonly step: GuardedStep;
  readonly digest: string;
  /** How often this step has come by now, itself included. */
  readonly visits: number;
  /** The number of the step that was the first of its kind. */
  readonly firstVisit: number;
  /** How many steps that count lie between this one and its latest visit, this one included; 0 for a first visit. */
  readonly stepsSinceVisit: number;
  /** Steps in a row, up to this one, that brought nothing new: they repeat a step, or fail as a step failed before. */
  readonly staleSteps: number;
  /** Those of the stale steps that repeat a step. */
  readonly revisits: number;
  /** Steps in a row, up to this one, that failed in the same way, whatever they called; 0 when this one did not fail. */
  readonly equalFailures: number;
  /** What the failure of this step is compared by. */
  readonly failure: string | undefined;
  /** Whether the guard gave a hint in one of the stale steps before this one, or about an earlier visit. */
  readonly wasHinted: boolean;
};

type Visit = {
  readonly times: number;
  readonly first: number;
  /** The place of the latest visit among the steps that count. */
  readonly latest: number;
  readonly hinted: boolean;
};

type History = {
  /** Steps that count so far. */
  count: number;
  /** The latest compared steps, oldest first. */
  readonly recent: ComparedStep[];
  readonly visits: Map<string, Visit>;
  /** What the failures of all steps are compared by. */
  readonly failures: Set<string>;
  hintedWhileStale: boolean;
};

/**
 * Makes a function that gives the latest steps that count, the given one last, at most `size` of them; none when the
 * given one does not count. Each step of a run is read once.
 */
export function createLoopHistory(
  digests: Pick<Digests, 'resultOf'>,
  options: StepSignatureOptions,
  size: number,
  isHint: (step: GuardedStep) => boolean,
): (step: GuardedStep, before: readonly GuardedStep[]) => ComparedStep[] {
  const { resultAware = true } = options;
  const digestOfStep = createStepDigest(digests, options);
  const isCompared = createIsCompared(options);
  const counts = (step: GuardedStep) => isActionStep(step) && step.calls.some(isCompared);

  const failureOf = ({ observations }: GuardedStep): string | undefined => {
    const hasFailed = resultAware && observations.length > 0 && observations.every(({ ok }) => !ok);
    return hasFailed
      ? observations.map((one) => digests.resultOf(one).digest).join('\n')
      : undefined;
  };

  const compare = (
    { count, recent, visits, failures, hintedWhileStale }: History,
    step: GuardedStep,
  ): ComparedStep => {
    const digest = digestOfStep(step);
    const visit = resultAware ? visits.get(digest) : undefined;
    const failure = failureOf(step);
    const isStale = visit !== undefined || (failure !== undefined && failures.has(failure));
    const last = recent.at(-1);
    const equalFailures = failure === last?.failure ? (last?.equalFailures ?? 0) + 1 : 1;
    return {
      step,
      digest,
      visits: (visit?.times ?? 0) + 1,
      firstVisit: visit?.first ?? step.n,
      stepsSinceVisit: visit === undefined ? 0 : count + 1 - visit.latest,
      staleSteps: isStale ? (last?.staleSteps ?? 0) + 1 : 0,
      revisits: isStale ? (last?.revisits ?? 0) + (visit === undefined ? 0 : 1) : 0,
      equalFailures: failure === undefined ? 0 : equalFailures,
      failure,
      wasHinted: isStale && (hintedWhileStale || visit?.hinted === true),
    };
  };

  const historyOf = followRun<History>(
    () => ({
      count: 0,
      recent: [],
      visits: new Map(),
      failures: new Set(),
      hintedWhileStale: false,
    }),
    (history, step) => {
      if (!counts(step)) return;
      const compared = compare(history, step);
      const { digest, staleSteps, visits: times, firstVisit: first } = compared;
      const hinted = isHint(step);
      const hintedBefore = history.visits.get(digest)?.hinted === true;
      history.count++;
      const latest = history.count;
      history.visits.set(digest, { times, first, latest, hinted: hinted || hintedBefore });
      if (compared.failure !== undefined) history.failures.add(compared.failure);
      history.hintedWhileStale = hinted || (staleSteps > 0 && history.hintedWhileStale);
      history.recent.push(compared);
      if (history.recent.length >= size) history.recent.shift();
    },
  );

  return (step, before) => {
    if (!counts(step)) return [];
    const history = historyOf(before);
    return [...history.recent, compare(history, step)];
  };
}
