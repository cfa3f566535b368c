import {
  type Outcome,
  type Run,
  resolveLimits,
  type StepEvidence,
  walkPlan,
} from '@loopwright/agent-run';
import { type Plan, planWaves, toJson } from '@loopwright/core-parser';
import { failureOf, missingEvidence, whyIncomplete } from './missing-evidence.ts';
import type { RewooOptions } from './rewoo-options.ts';

/** What the steps of a plan gave. */
export type Evidence = {
  /** In the order in which the steps were performed. */
  evidence: readonly StepEvidence[];
  /** Why some steps were never started (W3). Undefined when all were. */
  incomplete: string | undefined;
};

/**
 * Makes the plan known, and performs it in waves (W2); each wave is a step of the run. No model is asked. A reference to
 * nothing ends the run before the wave it stands in.
 */
export async function performPlan(
  run: Run,
  plan: Plan,
  options: Pick<RewooOptions, 'limits'>,
): Promise<Evidence | { outcome: Outcome }> {
  run.note('plan', toJson({ plan: 1, steps: plan.steps, waves: planWaves(plan) }));
  const { maxCallsPerStep } = resolveLimits(options.limits);
  const walk = await walkPlan(run, plan, { maxCallsPerStep });
  const evidence = [...walk.evidence.values()];
  if (walk.unresolved !== undefined) {
    const { id, message } = walk.unresolved;
    return { outcome: { stopReason: 'error', text: `Step ${id} cannot be performed: ${message}` } };
  }
  run.progress({ missing: missingEvidence(evidence) });
  const incomplete = whyIncomplete(evidence);
  if (incomplete === undefined) flagFailures(run, evidence);
  return { evidence, incomplete };
}

/** A failure that no other step was in need of does not change the end of the run, so it must be said. */
function flagFailures(run: Run, evidence: readonly StepEvidence[]): void {
  for (const step of evidence) {
    if (!step.observation.ok) run.flag('failed_step', failureOf(step));
  }
}
