import { errorObservation } from '../error-observation.ts';
import type { Execution } from '../execution.ts';
import type { Tool } from '../tool.ts';

/** The share of its time that a `once` call must have left when it is decided that it may start. */
const minShareOfTime = 1 / 4;

/** The end of a `once` call that would likely be cut off, its outcome unknown, because deciding took most of its time. */
export function decidedTooLate(
  { name, effect }: Tool,
  { timeoutMs, timeLeftMs }: { timeoutMs: number; timeLeftMs: () => number },
  maxChars: number,
): Omit<Execution, 'ms'> | undefined {
  if (effect !== 'once' || timeLeftMs() >= timeoutMs * minShareOfTime) return undefined;
  const observation = errorObservation(
    name,
    {
      type: 'NotEnoughTime',
      class: 'timeout',
      code: 'not_enough_time',
      message: `deciding whether the call may start took most of its ${timeoutMs} ms, so it was not started`,
    },
    maxChars,
  );
  return { observation, outcome: 'not_started', attempts: 0 };
}
