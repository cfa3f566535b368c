import type { Advisor } from './advisor.ts';
import { reflectOnFailure } from './reflect-on-failure.ts';

type ReflectPreset = { readonly advisors: readonly Advisor[] };

/**
 * Named choices for the advisors of a run, to spread into its options (F5, R10). `each` reflects on every failure, by
 * rules. `atEnd` leaves the run alone, whose steps are then handed to `reflectAtEnd`. `off` does not reflect.
 */
export const reflectPresets: {
  readonly each: ReflectPreset;
  readonly atEnd: ReflectPreset;
  readonly off: ReflectPreset;
} = { each: { advisors: [reflectOnFailure()] }, atEnd: { advisors: [] }, off: { advisors: [] } };
