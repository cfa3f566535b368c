import type { CallOutcome } from './call-result.ts';
import type { Observation } from './observation.ts';

/** What became of one call. */
export type Execution = {
  readonly observation: Observation;
  readonly outcome: CallOutcome;
  /** How often the tool was started. */
  readonly attempts: number;
  /** Milliseconds of the whole call, waiting included. */
  readonly ms: number;
};
