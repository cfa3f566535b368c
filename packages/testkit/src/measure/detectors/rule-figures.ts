import type { RecordedRun } from './recorded-run.ts';
import type { RuleOutcome, RunRule } from './run-rule.ts';

/** What a rule did to all runs. Shares are from 0 to 1, NaN when there was nothing to take a share of. */
export type RuleFigures = {
  rule: string;
  failuresEnded: number;
  successesEnded: number;
  /** Of the runs ended, those that failed. */
  precision: number;
  /** Successes ended of a thousand. */
  perThousandSuccesses: number;
  /** Of the steps of all failed runs, those that were still to come when the rule ended the run. */
  stepsSaved: number;
  cleanRunsEnded: number;
  failuresWarned: number;
  successesWarned: number;
  /** Of the steps of all failed runs, those still to come at the first warning, or at the end when there was none. */
  stepsAfterWarning: number;
  endedSuccesses: { run: RecordedRun; outcome: RuleOutcome }[];
};

/** Applies a rule to every run whose outcome is known. */
export function figuresOf(rule: RunRule, runs: readonly RecordedRun[]): RuleFigures {
  const judged = runs
    .filter(({ outcome }) => outcome !== 'unknown')
    .map((run) => ({ run, outcome: rule.watch(run) }));
  const failures = judged.filter(({ run }) => run.outcome === 'failure');
  const successes = judged.filter(({ run }) => run.outcome === 'success');
  const endedFailures = failures.filter(hasEnded);
  const endedSuccesses = successes.filter(hasEnded);
  const failedSteps = sum(failures.map(({ run }) => run.steps.length));
  return {
    rule: rule.name,
    failuresEnded: endedFailures.length,
    successesEnded: endedSuccesses.length,
    precision: endedFailures.length / (endedFailures.length + endedSuccesses.length),
    perThousandSuccesses: (1000 * endedSuccesses.length) / successes.length,
    stepsSaved: sum(failures.map(({ run, outcome }) => stepsAfter(run, outcome.end))) / failedSteps,
    cleanRunsEnded: judged.filter((each) => each.run.isClean && hasEnded(each)).length,
    failuresWarned: failures.filter(wasWarned).length,
    successesWarned: successes.filter(wasWarned).length,
    stepsAfterWarning:
      sum(failures.map(({ run, outcome }) => stepsAfter(run, outcome.warning ?? outcome.end))) /
      failedSteps,
    endedSuccesses,
  };
}

function hasEnded({ outcome }: { outcome: RuleOutcome }): boolean {
  return outcome.end !== undefined;
}

function wasWarned({ outcome }: { outcome: RuleOutcome }): boolean {
  return outcome.warning !== undefined;
}

function stepsAfter(run: RecordedRun, step: number | undefined): number {
  return step === undefined ? 0 : run.steps.length - step;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
