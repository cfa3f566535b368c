import type { LoopThresholds } from './defaults.ts';
import type { FoundLoop } from './find-loop.ts';
import { countRevisits, findLoop } from './find-loop.ts';
import type { LoopReport } from './loop-report.ts';
import { loopAdvice, loopCause, loopText } from './loop-report.ts';
import { checkedLoopThresholds } from './loop-thresholds.ts';
import { describeSignatures } from './signature.ts';
import type { GuardedStep, GuardFactory, Verdict } from './step.ts';
import { isActionStep } from './step.ts';
import type { StepSignatureOptions } from './step-signature.ts';
import { stepDigest, stepDisplay } from './step-signature.ts';

export type LoopGuardOptions = Partial<LoopThresholds> & StepSignatureOptions;

const name = 'loop';

/**
 * Ends a run that repeats itself (L1, L6): first a hint, then a stop with the reason `loop_detected`. Steps are
 * compared by their calls and, unless `resultAware` is false, their results, so polling whose result changes is no
 * loop. Defaults: {@link loopPresets}.default. Throws `invalid_options` for thresholds that can never be reached.
 */
export function loopGuard(options: LoopGuardOptions = {}): GuardFactory {
  const thresholds = checkedLoopThresholds(options);
  const resultAware = options.resultAware ?? true;
  return () => {
    const known = new WeakMap<GuardedStep, string>();
    const digestOfStep = (step: GuardedStep) => {
      const digest = known.get(step) ?? stepDigest(step, options);
      known.set(step, digest);
      return digest;
    };
    return {
      name,
      options: {
        ...thresholds,
        resultAware,
        signatures: describeSignatures(options.signatures),
      },
      judge(step, before) {
        if (!isActionStep(step)) return undefined;
        const steps = [...before.filter(isActionStep), step];
        const digests = steps.map(digestOfStep);
        const ending = findEnding(digests, thresholds, resultAware);
        if (ending !== undefined) {
          return stopVerdict(reportOn(steps, ending, options));
        }
        const starting = findLoop(digests.slice(-thresholds.windowSize), {
          minRepeats: thresholds.hintAfterRepeats,
          minCycles: thresholds.hintAfterCycles,
        });
        if (starting === undefined) return undefined;
        const { period, repeats } = starting;
        if (wasHinted(steps.slice(-period * repeats))) return undefined;
        return hintVerdict(reportOn(steps, { kind: kindOf(starting), period, repeats }, options));
      },
    };
  };
}

/** A loop of any kind: its last round is the last `period` steps. */
type Ending = FoundLoop & { readonly kind: LoopReport['kind'] };

function findEnding(
  digests: readonly string[],
  thresholds: LoopThresholds,
  resultAware: boolean,
): Ending | undefined {
  const loop = findLoop(digests.slice(-thresholds.windowSize), {
    minRepeats: thresholds.stopAfterRepeats,
    minCycles: thresholds.stopAfterCycles,
  });
  if (loop !== undefined) return { ...loop, kind: kindOf(loop) };
  // To call a tool again is often right; to get again what is known already is not.
  const revisits = resultAware ? countRevisits(digests) : 0;
  if (revisits < thresholds.stopAfterRevisits) return undefined;
  return { kind: 'revisit', period: revisits, repeats: revisits };
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

function reportOn(
  steps: readonly GuardedStep[],
  ending: Ending,
  options: StepSignatureOptions,
): LoopReport {
  const round = steps.slice(-ending.period);
  return {
    kind: ending.kind,
    pattern: round.map((step) => stepDisplay(step, options)),
    repeats: ending.repeats,
    cause: loopCause(round),
  };
}
