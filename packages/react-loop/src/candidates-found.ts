import { ConfigurationError } from '@loopwright/agent-run';
import { canonicalJson, type Json } from '@loopwright/core-parser';
import type { GoalCheck } from './goal-guard.ts';

/**
 * A completion criterion for open-ended tasks (R13): done when `count` different candidates were observed, all of
 * which are the answer.
 *
 * @param options.isCandidate Which observed values count. Default: every value of a successful observation.
 * @throws ConfigurationError `invalid_option` when `count` is no whole number of at least 1.
 */
export function candidatesFound(options: {
  count: number;
  isCandidate?: ((value: Json) => boolean) | undefined;
}): GoalCheck {
  const { count, isCandidate = () => true } = options;
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new ConfigurationError(
      'invalid_option',
      `count must be a whole number of at least 1, not ${String(count)}`,
    );
  }
  return (step, before) => {
    const candidates = new Map<string, Json>();
    for (const observation of [...before, step].flatMap((each) => each.observations)) {
      if (!observation.ok) continue;
      const values = Array.isArray(observation.value) ? observation.value : [observation.value];
      for (const value of values) {
        if (isCandidate(value)) candidates.set(canonicalJson(value), value);
      }
    }
    return candidates.size >= count ? { answer: [...candidates.values()] } : undefined;
  };
}
