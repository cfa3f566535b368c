import {
  canonicalJson,
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
  /** How many waves were performed. One that had to be cut counts for each part. */
  waves: number;
  unresolved?: UnresolvedStep;
};

export type PlanWalkOptions = {
  /** Whether a failed step ends the walk, after its wave. Default: false, its failure is evidence like any other. */
  stopOnFailure?: boolean | undefined;
  /** Calls that one step of the run may have: `maxCallsPerStep` of the run's limits. */
  maxCallsPerStep: number;
  /** Steps to perform at most: the first of the plan, each after those that it waits for (N8). Default: all. */
  maxSteps?: number | undefined;
  /** Steps of earlier plans that went well: they count as completed subtasks of the run, beside those of this plan. Default: 0. */
  completedBefore?: number | undefined;
};

/**
 * Performs a plan wave by wave (W2): all steps whose evidence is there run together, and every wave is one step of the run. A
 * step that needs the value of a failed one is blocked and named (W3); where the failure is part of a longer text, the step
 * gets its text. An argument that cannot be had ends the walk before the wave it stands in. The plan must be valid.
 *
 * A wave is cut where it has more calls than a step of the run may have, and before a call of a `once` tool that it has
 * already: so that the second is settled by what the first one gave, as in two waves.
 */
export async function walkPlan(run: Run, plan: Plan, options: PlanWalkOptions): Promise<PlanWalk> {
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const evidence = new Map<string, StepEvidence>();
  const total = plan.steps.length;
  const { completedBefore = 0 } = options;
  let waves = 0;
  for (const ids of planWaves(beginningOf(plan, options.maxSteps))) {
    const wave = ids.map((id) => prepare(steps.get(id)!, evidence));
    const unresolved = wave.find((step) => step.unresolved !== undefined)?.unresolved;
    if (unresolved !== undefined) return { evidence, waves, unresolved };
    for (const part of partsOf(wave, run, options.maxCallsPerStep)) {
      const calls = part.map(({ call }) => call);
      const observations = await run.act(calls);
      for (const [index, { step, blockedBy }] of part.entries()) {
        const { tool, args } = calls[index]!;
        const observation = observations[index]!;
        const blocked = blockedBy === undefined ? {} : { blockedBy };
        evidence.set(step.id, { id: step.id, tool, args, observation, ...blocked });
      }
      waves += 1;
      run.progress({
        done: completedBefore + countSuccesses(evidence),
        total: completedBefore + total,
        missing: idsWithoutValue(plan, evidence),
      });
      const thought = part.flatMap(({ step }) => step.thought ?? []).join('\n');
      await run.judge({ thought, calls, observations, last: evidence.size === total });
      if (options.stopOnFailure === true && observations.some(({ ok }) => !ok)) {
        return { evidence, waves };
      }
    }
  }
  return { evidence, waves };
}

/** The first steps of the plan, each behind those that it waits for, in the order of the plan. */
function beginningOf(plan: Plan, maxSteps = Infinity): Plan {
  if (maxSteps >= plan.steps.length) return plan;
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const taken = new Set<string>();
  const take = (step: PlanStep | undefined) => {
    if (step === undefined || taken.has(step.id)) return;
    for (const id of step.dependsOn) take(steps.get(id));
    if (taken.size < maxSteps) taken.add(step.id);
  };
  for (const step of plan.steps) take(step);
  return { steps: plan.steps.filter(({ id }) => taken.has(id)) };
}

/** A wave in parts that one step of the run may hold, none of which asks for the same effect twice. */
function partsOf(wave: readonly PreparedStep[], run: Run, maxCalls: number): PreparedStep[][] {
  const rounds: PreparedStep[][] = [];
  const counts = new Map<string, number>();
  for (const step of wave) {
    const { tool, args, unreadable } = step.call;
    let round = 0;
    if (unreadable === undefined && run.tools.tools.get(tool)?.effect === 'once') {
      const key = `${tool} ${canonicalJson(args)}`;
      round = counts.get(key) ?? 0;
      counts.set(key, round + 1);
    }
    rounds[round] ??= [];
    rounds[round]!.push(step);
  }
  return rounds.flatMap((round) =>
    Array.from({ length: Math.ceil(round.length / maxCalls) }, (_, part) =>
      round.slice(part * maxCalls, (part + 1) * maxCalls),
    ),
  );
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
