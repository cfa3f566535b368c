import type { Advisor } from './advisor.ts';
import { reflectOnFailure } from './reflect-on-failure.ts';

/**
 * Named choices for the advisors of a run, to spread into its options (F5). `each` reflects on every failure, by rules;
 * `off` not at all. To reflect once after the end, hand the steps of the result to `reflectorFromSteps`.
 */
export const reflectPresets: {
  readonly each: { readonly advisors: readonly Advisor[] };
  readonly off: { readonly advisors: readonly Advisor[] };
} = { each: { advisors: [reflectOnFailure()] }, off: { advisors: [] } };
