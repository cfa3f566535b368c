import { invalidOptions } from '../option-checks.ts';
import type { Plan } from './plan.ts';
import { findCycles } from './plan-cycles.ts';
import { buildStepGraph, numberWaves } from './step-graph.ts';

/**
 * The order in which a plan can be carried out: waves of ids, where the steps of a wave wait only for earlier waves and can
 * run together (W2). Every step is in the first wave that it can be in, so that there are as many waves as the longest chain
 * has steps; in a wave the order is that of the plan. A dependency on no step of the plan is passed over, as it may have
 * been done before. Linear in steps and dependencies.
 *
 * Throws `invalid_options` for a plan in which steps wait for each other; none that `parsePlan` gave does.
 */
export function planWaves(plan: Plan): string[][] {
  const graph = buildStepGraph(plan.steps);
  const waves: string[][] = [];
  for (const [place, wave] of numberWaves(graph).entries()) {
    if (wave === undefined) {
      const cycle = findCycles(graph)[0]!.slice(0, 20).join(' → ');
      throw invalidOptions(`No order exists for the plan: ${cycle} wait for each other.`);
    }
    waves[wave] ??= [];
    waves[wave].push(graph.ids[place]!);
  }
  return waves;
}
