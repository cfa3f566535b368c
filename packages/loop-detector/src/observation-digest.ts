import { digestOf } from './signature.ts';
import type { GuardedObservation } from './step.ts';

/**
 * A digest of what came back: the value of a success, the text of a failure. Two failures with different messages are
 * different results.
 */
export function observationDigest(observation: GuardedObservation): string {
  const { tool, ok, value, text } = observation;
  return digestOf([tool, ok, ok && value !== undefined ? value : text]);
}
