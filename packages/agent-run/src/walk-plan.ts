import {
  findReferences,
  type Json,
  type JsonObject,
  type Plan,
  type PlanStep,
  planWaves,
  substitute,
} from '@loopwright/core-parser';
import type { Call, Observation } from '@loopwright/tool-registry';
import type { Run } from './run.ts';

/** What a step of a plan gave. */
export type StepEvidence = {
  id: string;
  tool: string;
  /** What the tool got; of a step that never started, what the plan says. */
  args: JsonObject;
  observation: Observation;
  /** The failed step because of which this one never started: the first in the chain (W3). */
  blockedBy?: string;
};

/** Why a step could not be given its arguments: its reference leads nowhere, or the evidence is no JSON or too large. */
export type UnresolvedStep = { id: string; message: string };

export type PlanWalk = {
  /** By step id, in the order in which the steps were performed. */
  evidence: ReadonlyMap<string, StepEvidence>;
  /** How many waves were performed. A wave with more calls than one step may have counts for each part. */
  waves: number;
  unresolved?: UnresolvedStep;
};

export type PlanWalkOptions = {
  /** Whether a failed step ends the walk, after its wave. Default: false, its failure is evidence like any other. */
  stopOnFailure?: boolean | undefined;
  /** Calls that one step of the run may have: `maxCallsPerStep` of the run's limits. */
  maxCallsPerStep: number;
  /** Steps of the plan to perform at most. Default: all. */
  maxSteps?: number | undefined;
};

/**
 * Performs a plan wave by wave (W2): all steps whose evidence is there run together, and every wave is one step of the run. A
 * step that needs the value of a failed one is blocked and named (W3); where the failure is part of a longer text, the step
 * gets its text. An argument that cannot be had ends the walk before the wave it stands in. The plan must be valid.
 */
export async function walkPlan(run: Run, plan: Plan, options: PlanWalkOptions): Promise<PlanWalk> {
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const evidence = new Map<string, StepEvidence>();
  const total = plan.steps.length;
  let waves = 0;
  for (const ids of wavesOf(plan, options)) {
    const prepared = ids.map((id) => prepare(steps.get(id)!, evidence));
    const unresolved = prepared.find((step) => step.unresolved !== undefined)?.unresolved;
    if (unresolved !== undefined) return { evidence, waves, unresolved };
    const calls = prepared.map(({ call }) => call);
    const observations = await run.act(calls);
    for (const [index, { step, blockedBy }] of prepared.entries()) {
      const { tool, args } = calls[index]!;
      const observation = observations[index]!;
      const blocked = blockedBy === undefined ? {} : { blockedBy };
      evidence.set(step.id, { id: step.id, tool, args, observation, ...blocked });
    }
    waves += 1;
    run.progress({
      done: countSuccesses(evidence),
      total,
      missing: idsWithoutValue(plan, evidence),
    });
    const thought = prepared.flatMap(({ step }) => step.thought ?? []).join('\n');
    await run.judge({ thought, calls, observations, last: evidence.size === total });
    if (options.stopOnFailure === true && observations.some(({ ok }) => !ok)) break;
  }
  return { evidence, waves };
}

/** The waves, cut to what one step of the run may hold and to the steps that are wanted. */
function* wavesOf(plan: Plan, { maxCallsPerStep, maxSteps = Infinity }: PlanWalkOptions) {
  let left = maxSteps;
  for (const wave of planWaves(plan)) {
    for (let start = 0; start < wave.length && left > 0; start += maxCallsPerStep) {
      const ids = wave.slice(start, start + Math.min(maxCallsPerStep, left));
      left -= ids.length;
      yield ids;
    }
  }
}

type PreparedStep = {
  step: PlanStep;
  call: Call;
  blockedBy?: string;
  unresolved?: UnresolvedStep;
};

function prepare(step: PlanStep, evidence: ReadonlyMap<string, StepEvidence>): PreparedStep {
  const { id, tool, args } = step;
  const cause = failureBehind(step, evidence);
  if (cause !== undefined) {
    const reason = `${cause.id} failed: ${cause.observation.text}`;
    const call = { tool, args, unreadable: `not started, because ${reason}` };
    return { step, call, blockedBy: cause.id };
  }
  const values = new Map<string, Json>();
  for (const dependency of step.dependsOn) {
    const { observation } = evidence.get(dependency)!;
    values.set(dependency, observation.ok ? observation.value : observation.text);
  }
  const filled = substitute(args, values);
  if (filled.ok) return { step, call: { tool, args: filled.value } };
  return { step, call: { tool, args }, unresolved: { id, message: filled.message } };
}

/** The failed step whose value this one needs; of a chain of blocked steps the first. */
function failureBehind(
  { args, dependsOn }: PlanStep,
  evidence: ReadonlyMap<string, StepEvidence>,
): StepEvidence | undefined {
  const failed = dependsOn.map((id) => evidence.get(id)!).filter((each) => !each.observation.ok);
  if (failed.length === 0) return undefined;
  const references = findReferences(args);
  const needed = failed.find(({ id, blockedBy }) => {
    const asText = references.filter((reference) => reference.id === id);
    const isOnlyText =
      asText.length > 0 && asText.every(({ exact, path }) => !exact && path.length === 0);
    return !isOnlyText || blockedBy !== undefined;
  });
  return needed && evidence.get(needed.blockedBy ?? needed.id);
}

function countSuccesses(evidence: ReadonlyMap<string, StepEvidence>): number {
  return [...evidence.values()].filter(({ observation }) => observation.ok).length;
}

function idsWithoutValue(plan: Plan, evidence: ReadonlyMap<string, StepEvidence>): string[] {
  return plan.steps.map(({ id }) => id).filter((id) => evidence.get(id)?.observation.ok !== true);
}
