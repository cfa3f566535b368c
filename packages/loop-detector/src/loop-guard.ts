import { createRevisitCount } from './count-revisits.ts';
import type { LoopThresholds } from './defaults.ts';
import { createDigests } from './digests.ts';
import type { FoundLoop } from './find-loop.ts';
import { findLoop } from './find-loop.ts';
import { requireKnownOptions, requireOneOf } from './invalid-options.ts';
import type { LoopReport } from './loop-report.ts';
import { loopAdvice, loopCause, loopText } from './loop-report.ts';
import { checkedLoopThresholds } from './loop-thresholds.ts';
import { describeSignatures } from './signature.ts';
import type { GuardedStep, GuardFactory, Verdict } from './step.ts';
import { isActionStep, lastActionSteps } from './step.ts';
import type { StepSignatureOptions } from './step-signature.ts';
import { createStepDigest, stepDisplay } from './step-signature.ts';

export type LoopGuardOptions = Partial<LoopThresholds> & StepSignatureOptions;

const name = 'loop';

const optionNames = {
  windowSize: true,
  hintAfterRepeats: true,
  stopAfterRepeats: true,
  hintAfterCycles: true,
  stopAfterCycles: true,
  stopAfterRevisits: true,
  resultAware: true,
  signatures: true,
  sensitive: true,
} satisfies Record<keyof LoopGuardOptions, true>;

/**
 * Ends a run that repeats itself (L1, L6): first a hint, then a stop with the reason `loop_detected`. Steps are
 * compared by their calls and, unless `resultAware` is false, their results, so polling whose result changes is no
 * loop. Defaults: {@link loopPresets}.default. Throws `invalid_options` for unknown
 * options and thresholds that can never be reached.
 */
export function loopGuard(options: LoopGuardOptions = {}): GuardFactory {
  requireKnownOptions(options, optionNames);
  const thresholds = checkedLoopThresholds(options);
  const resultAware = requireOneOf('resultAware', options.resultAware ?? true, [true, false]);
  return () => {
    const digestOfStep = createStepDigest(createDigests(options), resultAware);
    const countRevisits = createRevisitCount(digestOfStep);
    return {
      name,
      options: {
        ...thresholds,
        resultAware,
        signatures: describeSignatures(options.signatures),
      },
      judge(step, before) {
        if (!isActionStep(step)) return undefined;
        const window = [...lastActionSteps(before, thresholds.windowSize - 1), step];
        const digests = window.map(digestOfStep);
        const ending = findLoop(digests, {
          minRepeats: thresholds.stopAfterRepeats,
          minCycles: thresholds.stopAfterCycles,
        });
        if (ending !== undefined) {
          const round = window.slice(-ending.period);
          return stopVerdict(reportOn(round, kindOf(ending), ending.repeats, options));
        }
        // To call a tool again is often right; to get again what is known already is not.
        const revisits = resultAware ? countRevisits(step, before) : 0;
        if (revisits >= thresholds.stopAfterRevisits) {
          const round = [...lastActionSteps(before, revisits - 1), step];
          return stopVerdict(reportOn(round, 'revisit', revisits, options));
        }
        const starting = findLoop(digests, {
          minRepeats: thresholds.hintAfterRepeats,
          minCycles: thresholds.hintAfterCycles,
        });
        if (starting === undefined) return undefined;
        const { period, repeats } = starting;
        if (wasHinted(window.slice(-period * repeats))) return undefined;
        const round = window.slice(-period);
        return hintVerdict(reportOn(round, kindOf(starting), repeats, options));
      },
    };
  };
}

function kindOf(loop: FoundLoop): 'repeat' | 'cycle' {
  return loop.period === 1 ? 'repeat' : 'cycle';
}

function stopVerdict(report: LoopReport): Verdict {
  const data = { ...report, pattern: [...report.pattern] };
  return { kind: 'stop', stopReason: 'loop_detected', text: loopText(report), data };
}

function hintVerdict(report: LoopReport): Verdict {
  const data = { ...report, pattern: [...report.pattern] };
  return { kind: 'hint', text: `${loopText(report)} ${loopAdvice(report.cause)}`, data };
}

/** One hint a loop: a later round of the same loop is met with a stop or with silence. */
function wasHinted(steps: readonly GuardedStep[]): boolean {
  return steps.some((step) =>
    step.verdicts.some((verdict) => verdict.guard === name && verdict.kind === 'hint'),
  );
}

/** `round` is the last round of the loop. */
function reportOn(
  round: readonly GuardedStep[],
  kind: LoopReport['kind'],
  repeats: number,
  options: StepSignatureOptions,
): LoopReport {
  const pattern = round.map((step) => stepDisplay(step, options));
  return { kind, pattern, repeats, cause: loopCause(round) };
}
