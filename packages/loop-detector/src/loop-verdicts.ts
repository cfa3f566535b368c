import type { Digests } from './digests.ts';
import type { FoundLoop } from './find-loop.ts';
import type { ComparedStep } from './loop-history.ts';
import type { LoopReport } from './loop-report.ts';
import { loopAdvice, loopCause, loopText } from './loop-report.ts';
import type { Verdict } from './step.ts';
import type { StepSignatureOptions } from './step-signature.ts';
import { stepDisplay } from './step-signature.ts';

/** Ends the run, saying why. */
export function stopVerdict(report: LoopReport): Verdict {
  return {
    kind: 'stop',
    stopReason: 'loop_detected',
    text: loopText(report),
    data: dataOf(report),
  };
}

/** Tells the model what it repeats, and what to do about it. */
export function hintVerdict(report: LoopReport): Verdict {
  const text = `${loopText(report)} ${loopAdvice(report.cause, report.kind)}`;
  return { kind: 'hint', text, data: dataOf(report) };
}

/** Makes functions that report on the latest steps, given oldest first. */
export function createLoopReports({ resultOf }: Digests, options: StepSignatureOptions) {
  /** The cause comes from all steps of the pattern, or from `decisive` ones of them. */
  const patternOf = (compared: readonly ComparedStep[], decisive = compared) => {
    const results = decisive.flatMap(({ step }) => step.observations.map(resultOf));
    const pattern = compared.map(({ step }) => stepDisplay(step, options));
    return { pattern, cause: loopCause(results, compared.length) };
  };
  return {
    onLoop(latest: readonly ComparedStep[], { period, repeats }: FoundLoop): LoopReport {
      const kind = period === 1 ? 'repeat' : 'cycle';
      return { kind, repeats, ...patternOf(latest.slice(-period)) };
    },
    onFailures(alike: readonly ComparedStep[]): LoopReport {
      return { kind: 'failure', repeats: alike.length, ...patternOf(alike) };
    },
    /** The last one has come before, and the given ones brought nothing new. */
    onRevisit(latest: readonly ComparedStep[]): LoopReport {
      const last = latest.at(-1)!;
      const { visits: repeats, firstVisit: firstStep } = last;
      return { kind: 'revisit', repeats, firstStep, ...patternOf(latest, [last]) };
    },
  };
}

function dataOf({ pattern, ...report }: LoopReport) {
  return { ...report, pattern: [...pattern] };
}
