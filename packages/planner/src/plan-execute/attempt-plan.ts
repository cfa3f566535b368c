import {
  type ModelRequest,
  type PlanWalk,
  type Run,
  resolveLimits,
  type StepEvidence,
  walkPlan,
} from '@loopwright/agent-run';
import {
  type Json,
  type Plan,
  type PlanReading,
  parsePlan,
  planWaves,
  toJson,
} from '@loopwright/core-parser';
import { toolParameters } from '@loopwright/tool-registry';
import type { Completion } from './completion.ts';
import { planExecuteCounts } from './plan-execute-bounds.ts';
import type { PlanExecuteOptions } from './plan-execute-options.ts';

/** What became of one plan. */
export type PlanAttempt = {
  /** Counted from 1. */
  number: number;
  /** What its steps gave, in the order in which they were performed; none when the plan was refused. */
  evidence: readonly StepEvidence[];
  /** The steps that were not performed. */
  open: readonly string[];
  /** What guards and advisors said about its steps. */
  notes: readonly string[];
} & (
  | { kind: 'solved'; answer: Json }
  /** All went well that the horizon allowed. */
  | { kind: 'continues' }
  /** `failedAt` is missing when no step can be blamed. */
  | { kind: 'failed'; failedAt?: string; reason: string }
);

/** Where in its run a plan stands. */
export type PlanTurn = {
  /** Counted from 1. */
  number: number;
  /** Steps of earlier plans that went well. */
  completedBefore: number;
  completion: Completion;
};

/** Has the planner write a plan, and performs it as far as it goes (N1). Tools that are not there are found before any runs. */
export async function attemptPlan<Answer>(
  run: Run,
  request: ModelRequest,
  { number, completedBefore, completion }: PlanTurn,
  options: PlanExecuteOptions<Answer>,
): Promise<PlanAttempt> {
  const { maxTasks, stepsPerPlan } = planExecuteCounts(options);
  const reply = await run.think(request, 'planner');
  const reading = parsePlan(reply.text, {
    tools: toolParameters([...run.tools.tools.values()]),
    maxSteps: maxTasks,
    truncated: reply.finish === 'length',
  });
  if (!reading.ok) return { number, evidence: [], open: [], notes: [], ...refusalOf(reading) };
  for (const flag of reading.repaired ? ['repaired', ...reading.flags] : reading.flags) {
    run.flag('parser', `plan ${number}: ${flag}`);
  }
  const { plan } = reading;
  run.note('plan', toJson({ plan: number, steps: plan.steps, waves: planWaves(plan) }));
  const before = run.steps.length;
  completion.begin({ start: before, size: plan.steps.length });
  const { maxCallsPerStep } = resolveLimits(options.limits);
  const walk = await walkPlan(run, plan, {
    stopOnFailure: true,
    maxCallsPerStep,
    maxSteps: stepsPerPlan,
    completedBefore,
  });
  const evidence = [...walk.evidence.values()];
  const open = plan.steps.map(({ id }) => id).filter((id) => !walk.evidence.has(id));
  const notes = run.steps.slice(before).flatMap((step) => step.notes);
  return { number, evidence, open, notes, ...(await outcomeOf(run, plan, walk)) };
}

/** Why a plan cannot be carried out, and the first step that is to blame. */
function refusalOf({ message, problems }: Extract<PlanReading, { ok: false }>): {
  kind: 'failed';
  failedAt?: string;
  reason: string;
} {
  const failedAt = problems[0]?.steps[0];
  if (failedAt === undefined) return { kind: 'failed', reason: message };
  const own = `${failedAt}: `;
  const reason = message.startsWith(own) ? message.slice(own.length) : message;
  return { kind: 'failed', failedAt, reason };
}

/** How the performance of a plan came out. */
async function outcomeOf(
  run: Run,
  plan: Plan,
  { evidence, unresolved }: PlanWalk,
): Promise<
  | { kind: 'solved'; answer: Json }
  | { kind: 'continues' }
  | { kind: 'failed'; failedAt: string; reason: string }
> {
  if (unresolved !== undefined) {
    return { kind: 'failed', failedAt: unresolved.id, reason: unresolved.message };
  }
  const failed = [...evidence.values()].find(({ observation }) => !observation.ok);
  if (failed !== undefined) {
    return { kind: 'failed', failedAt: failed.id, reason: failed.observation.text };
  }
  if (evidence.size < plan.steps.length) return { kind: 'continues' };
  const last = plan.steps.at(-1)!;
  const { observation } = evidence.get(last.id)!;
  const answer = observation.ok ? observation.value : null;
  const check = await run.checkAnswer(answer);
  if (check.ok) return { kind: 'solved', answer };
  const reason = `what the last step gave is not the answer that is wanted: ${check.message}`;
  return { kind: 'failed', failedAt: last.id, reason };
}
