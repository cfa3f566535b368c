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

export const stopWith = (stopReason: StopReason, text = `because ${stopReason}`): Verdict => ({
  kind: 'stop',
  stopReason,
  text,
});
