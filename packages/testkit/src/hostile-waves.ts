import type { Limits } from '@loopwright/agent-run';
import { errorLimitGuard, loopGuard } from '@loopwright/loop-detector';
import type { HostileVariation } from './hostile-react.ts';
import type { Random } from './seeded-random.ts';
import { runPlannedWaves } from './wave-strategy.ts';

/** A run of planned waves with random options. */
export function hostileWaves(random: Random, _limits: Limits): HostileVariation {
  const maxPlans = 1 + random.whole(4);
  const synthesis = random.chance(0.5);
  const guards = random.chance(0.5) ? [loopGuard(), errorLimitGuard()] : [];
  return {
    start: ({ model, ...options }) =>
      runPlannedWaves({ ...options, models: { default: model }, maxPlans, synthesis, guards }),
    callsPerStep: Number.POSITIVE_INFINITY,
    perRole: { planner: maxPlans, solver: 1, synthesiser: synthesis ? 1 : 0 },
  };
}
