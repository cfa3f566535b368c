import { requireObject } from '@loopwright/core-parser/option-checks';
import { requireType } from './invalid-options.ts';
import type { LoopGuardOptions } from './loop-guard.ts';
import { loopGuard } from './loop-guard.ts';
import type { LoopReport } from './loop-report.ts';
import { loopAdvice } from './loop-report.ts';
import type { GuardedStep, RecordedVerdict } from './step.ts';

/** What one reply of the model called, and what came back for each call: parallel calls are one step. */
export type ModelStep = Pick<GuardedStep, 'calls' | 'observations'>;

/** What `loopGuard` says about a run of another framework: `text` in words, `report` as data. */
export type LoopVerdict = {
  readonly kind: 'hint' | 'stop';
  readonly text: string;
  readonly report: LoopReport;
};

/** Options of every adapter: those of `loopGuard`, such as `loopPresets.strict`, and who is told. */
export type LoopAdapterOptions = LoopGuardOptions & {
  /** Is told each verdict that the adapter acts on. */
  readonly onVerdict?: ((verdict: LoopVerdict) => void) | undefined;
};

/** Throws `invalid_options` for options that are no object, and for functions of the caller that are none. */
export function checkedAdapterOptions<Options extends LoopAdapterOptions>(
  options: Options & { readonly finalText?: unknown },
): Options {
  requireObject('The options', options);
  requireType('onVerdict', options.onVerdict, 'function');
  requireType('finalText', options.finalText, 'function');
  return options;
}

/**
 * Judges the latest of the given steps that called a tool. The same steps get the same verdict, whatever was judged
 * before, so one judge can serve many runs.
 */
export type LoopJudge = (steps: readonly ModelStep[]) => LoopVerdict | undefined;

/** Throws `invalid_options` for the same options as `loopGuard`. */
export function createLoopJudge(options: LoopGuardOptions): LoopJudge {
  const guard = loopGuard(options)();
  return (modelSteps) => {
    const steps: GuardedStep[] = [];
    let latest: LoopVerdict | undefined;
    for (const { calls, observations } of modelSteps) {
      if (calls.length === 0) continue;
      const verdicts: RecordedVerdict[] = [];
      const step = {
        n: steps.length + 1,
        kind: 'act',
        thought: '',
        calls,
        observations,
        verdicts,
      };
      const given = [guard.judge(step, steps) ?? []].flat();
      verdicts.push(...given.map((verdict) => ({ guard: guard.name, ...verdict })));
      steps.push(step);
      latest = loopVerdictOf(verdicts.at(-1));
    }
    return latest;
  };
}

/** What the model is told. A hint holds advice already; a stop that nobody acted on needs some. */
export function hintText({ kind, text, report }: LoopVerdict): string {
  return kind === 'hint' ? text : `${text} ${loopAdvice(report.cause, report.kind)}`;
}

/** What stands for the answer of a run that was stopped. */
export function stopText({ text }: LoopVerdict): string {
  return `Stopped: ${text}`;
}

function loopVerdictOf(verdict: RecordedVerdict | undefined): LoopVerdict | undefined {
  if (verdict?.kind !== 'hint' && verdict?.kind !== 'stop') return undefined;
  const { kind, text = '' } = verdict;
  // The data of the loop guard is its report.
  return { kind, text, report: verdict.data as unknown as LoopReport };
}
