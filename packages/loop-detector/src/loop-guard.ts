import { requireKnownOptions, requireOneOf } from '@loopwright/core-parser/option-checks';
import { createDigests } from './digests.ts';
import { findLoop } from './find-loop.ts';
import type { ComparedStep } from './loop-history.ts';
import { createLoopHistory } from './loop-history.ts';
import type { LoopThresholdOptions } from './loop-thresholds.ts';
import { checkedLoopThresholds } from './loop-thresholds.ts';
import { createLoopReports, hintVerdict, stopVerdict } from './loop-verdicts.ts';
import { describeComparison } from './signature.ts';
import { requireSignatureOptions } from './signature-options.ts';
import type { GuardedStep, GuardFactory } from './step.ts';
import type { StepSignatureOptions } from './step-signature.ts';

export type LoopGuardOptions = LoopThresholdOptions & StepSignatureOptions;

const name = 'loop';

const optionNames = {
  windowSize: true,
  hintAfterRepeats: true,
  stopAfterRepeats: true,
  hintAfterCycles: true,
  stopAfterCycles: true,
  hintAfterRevisits: true,
  stopAfterRevisits: true,
  resultAware: true,
  signatures: true,
  results: true,
  sensitive: true,
  repeatable: true,
} satisfies Record<keyof LoopGuardOptions, true>;

/** A step that ends a run because nothing new comes has come this often. */
const visitsThatEnd = 3;

/**
 * Ends a run that repeats itself (L1, L6): first a hint, then a stop with the reason `loop_detected`. Steps are
 * compared by their calls and, unless `resultAware` is false, their results, so polling whose result changes is no
 * loop. Defaults: {@link loopPresets}.default. Throws `invalid_options` for unknown
 * options and thresholds that can never be reached.
 */
export function loopGuard(options: LoopGuardOptions = {}): GuardFactory {
  requireKnownOptions(options, optionNames);
  requireSignatureOptions(options);
  const thresholds = checkedLoopThresholds(options);
  const { windowSize, hintAfterRevisits, stopAfterRevisits } = thresholds;
  const resultAware = requireOneOf('resultAware', options.resultAware ?? true, [true, false]);
  const size = Math.max(windowSize, stopAfterRevisits);
  return () => {
    const digests = createDigests(options);
    const latestWith = createLoopHistory(digests, options, size, wasHinted);
    const report = createLoopReports(digests, options);
    return {
      name,
      options: {
        ...thresholds,
        resultAware,
        ...describeComparison(options),
        repeatable: [...(options.repeatable ?? [])],
      },
      judge(step, before) {
        const latest = latestWith(step, before);
        const now = latest.at(-1);
        if (now === undefined) return undefined;
        const window = latest.slice(-windowSize);
        const ending = findLoop(window, {
          minRepeats: thresholds.stopAfterRepeats,
          minCycles: thresholds.stopAfterCycles,
          matches,
        });
        if (ending !== undefined) return stopVerdict(report.onLoop(window, ending));
        // To call a tool again is often right; to get again what is known already is not.
        if (isEndOfRevisits(now, stopAfterRevisits)) {
          return stopVerdict(report.onRevisit(latest.slice(-stopAfterRevisits)));
        }
        const starting = findLoop(window, {
          minRepeats: thresholds.hintAfterRepeats,
          minCycles: thresholds.hintAfterCycles,
          matches,
        });
        if (starting !== undefined) {
          const steps = window.slice(-starting.period * starting.repeats);
          // One hint a loop: a later round of the same loop is met with a stop or with silence.
          if (steps.some((compared) => wasHinted(compared.step))) return undefined;
          return hintVerdict(report.onLoop(window, starting));
        }
        if (now.equalFailures === thresholds.hintAfterRepeats && !now.wasHinted) {
          return hintVerdict(report.onFailures(window.slice(-now.equalFailures)));
        }
        const isRightAway = window.at(-2)?.digest === now.digest;
        const isHint = now.visits > 1 && now.revisits >= hintAfterRevisits && !isRightAway;
        return isHint && !now.wasHinted ? hintVerdict(report.onRevisit([now])) : undefined;
      },
    };
  };
}

function matches(a: ComparedStep, b: ComparedStep): boolean {
  return a.digest === b.digest;
}

/** Nothing new came for long enough, and nothing new came since the latest visit: a new edit is a reason to test again. */
function isEndOfRevisits(now: ComparedStep, stopAfterRevisits: number): boolean {
  const enough = Math.max(stopAfterRevisits, now.stepsSinceVisit);
  return now.visits >= visitsThatEnd && now.staleSteps >= enough && now.revisits >= 2;
}

function wasHinted(step: GuardedStep): boolean {
  return step.verdicts.some((verdict) => verdict.guard === name && verdict.kind === 'hint');
}
