import { canonicalJson } from '@loopwright/core-parser';
import { checkRepeatedFailure, classifyFailure } from '@loopwright/reflection';
import type { RunRule } from './run-rule.ts';
import { remembered } from './run-rule.ts';

/**
 * The same failing call with the same class of error is never made again (F3): a run counts as ended at a call that has
 * failed before, with the same arguments and the same class of error, and fails again.
 */
export const repeatedFailureRule: RunRule = remembered({
  name: 'repeated failing calls (F3)',
  watch({ steps }) {
    const failed = new Set<string>();
    for (const { n, calls, observations } of steps) {
      for (const [at, { tool, args }] of calls.entries()) {
        const observation = observations[at];
        if (observation === undefined || observation.ok) continue;
        const failure = classifyFailure(observation.text).class;
        const key = canonicalJson([tool, args, failure]);
        if (failed.has(key)) return { end: n, reason: `${tool} failed again (${failure}).` };
        failed.add(key);
      }
    }
    return {};
  },
});

/** What `checkRepeatedFailure` refuses, entities that were not found included (F4): a run counts as ended there. */
export const refusedCallRule: RunRule = remembered({
  name: 'calls refused by checkRepeatedFailure',
  watch({ steps }) {
    const refused = steps.find(({ calls }, at) =>
      calls.some((call) => !checkRepeatedFailure(steps.slice(0, at), call).allowed),
    );
    return refused === undefined ? {} : { end: refused.n };
  },
});
