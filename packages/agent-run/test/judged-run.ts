import type { StopReason, Verdict } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { call, done, guard, type SpecOptions, specOf, stepWith } from './support.ts';

/** Runs one step for each list of verdicts, which one guard gives in turn. */
export function judgeAll(
  verdicts: readonly (Verdict | readonly Verdict[] | undefined)[],
  options: SpecOptions = {},
) {
  return runStrategy(
    specOf({ guards: [guard((step) => verdicts[step.n - 1])], ...options }),
    async (run) => {
      for (const _ of verdicts) await stepWith(run, call('echo'));
      return done;
    },
  );
}

/** A verdict as code without types may give it: with any reason. */
export const stopWith = (stopReason: StopReason, text = `because ${stopReason}`) =>
  ({ kind: 'stop', stopReason, text }) as Verdict;
