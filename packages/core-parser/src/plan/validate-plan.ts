import { maxPlanSteps } from '../defaults.ts';
import { invalidOptions } from '../option-checks.ts';
import type { Plan, PlanStep } from './plan.ts';
import { findCycles } from './plan-cycles.ts';
import type { PlanForm } from './plan-form.ts';
import { idRule, isPlanId } from './plan-id.ts';
import type { PlanLimits, PlanProblem } from './plan-reading.ts';
import { toolNames } from './plan-tools.ts';
import { findReferences } from './references.ts';
import { showReference } from './show-reference.ts';
import { buildStepGraph, dependenciesOf } from './step-graph.ts';

/**
 * Everything that is wrong with a plan before any of its steps runs (P6): no steps or too many, ids that are none or not
 * unique, tools that are not on offer, references to no step, steps that wait for each other. An empty list means that every
 * step can run. `parsePlan` has asked this already; a plan made by rules can be asked here. Linear; never throws for a plan.
 */
export function validatePlan(plan: Plan, options: PlanLimits = {}): PlanProblem[] {
  return findPlanProblems(plan.steps, options, { form: 'json', unreadIds: [] });
}

/** What is known of the text that a plan was read from. */
export type PlanOrigin = {
  form: PlanForm;
  /** The ids of steps that could not be read: a reference to one of them is no further problem. */
  unreadIds: readonly string[];
};

export function findPlanProblems(
  steps: readonly PlanStep[],
  options: PlanLimits,
  origin: PlanOrigin,
): PlanProblem[] {
  if (steps.length === 0) {
    return [
      { code: 'empty_plan', message: 'The plan has no steps. Write at least one.', steps: [] },
    ];
  }
  return [
    ...findTooMany(steps.length, maxStepsOf(options)),
    ...findIdProblems(steps),
    ...findUnknownTools(steps, options),
    ...findUnknownReferences(steps, origin),
    ...findCycles(buildStepGraph(steps)).map(describeCycle),
  ];
}

/** The limit of steps; throws `invalid_options` for one that is no positive integer. */
export function maxStepsOf({ maxSteps = maxPlanSteps }: PlanLimits): number {
  if (Number.isSafeInteger(maxSteps) && maxSteps > 0) return maxSteps;
  throw invalidOptions(`maxSteps must be an integer of at least 1, not ${String(maxSteps)}.`);
}

function findTooMany(count: number, maxSteps: number): PlanProblem[] {
  if (count <= maxSteps) return [];
  const message = `The plan has ${count} steps; at most ${maxSteps} are allowed.`;
  return [{ code: 'too_many_steps', message, steps: [] }];
}

function findIdProblems(steps: readonly PlanStep[]): PlanProblem[] {
  const seen = new Map<string, number>();
  for (const { id } of steps) seen.set(id, (seen.get(id) ?? 0) + 1);
  return [...seen].flatMap(([id, count]): PlanProblem[] => {
    if (!isPlanId(id)) {
      const message = `${JSON.stringify(id.slice(0, 80))} is no id. ${idRule}`;
      return [{ code: 'invalid_id', message, steps: [id] }];
    }
    const message = `${id}: ${count} steps have this id. Give every step its own.`;
    return count === 1 ? [] : [{ code: 'duplicate_id', message, steps: [id] }];
  });
}

function findUnknownTools(steps: readonly PlanStep[], { tools }: PlanLimits): PlanProblem[] {
  const names = toolNames(tools);
  if (names === undefined) return [];
  const known = new Set(names);
  const offered = names.length === 0 ? 'There are no tools.' : `Tools: ${listNames(names)}.`;
  return steps
    .filter(({ tool }) => !known.has(tool))
    .map(({ id, tool }) => {
      const message = `${id}: unknown tool ${JSON.stringify(tool.slice(0, 80))}. ${offered}`;
      return { code: 'unknown_tool', message, steps: [id] };
    });
}

function findUnknownReferences(
  steps: readonly PlanStep[],
  { form, unreadIds }: PlanOrigin,
): PlanProblem[] {
  const ids = new Set([...steps.map(({ id }) => id), ...unreadIds]);
  const known = listNames([...ids]);
  return steps.flatMap((step) => {
    const unknown = dependenciesOf(step).filter((id) => !ids.has(id));
    if (unknown.length === 0) return [];
    const inArgs = new Set(findReferences(step.args).map(({ id }) => id));
    return unknown.map((id): PlanProblem => {
      const written = inArgs.has(id) ? showReference(id, form) : JSON.stringify(id);
      const shown = written.slice(0, 80);
      const message = isAmount(id, form)
        ? `${step.id}: ${shown} can be an amount or a reference. Write \${${/\d+/.exec(id)![0]}} for what that step gives, and $${shown} for the amount.`
        : `${step.id}: ${shown} refers to no step.${escapeOf(shown, form)} Steps: ${known}.`;
      return { code: 'unknown_reference', message, steps: [step.id] };
    });
  });
}

/** What looks like an amount and has the number of a step is a reference to a step that no plan can have. */
function isAmount(id: string, form: PlanForm): boolean {
  return form === 'numbered' && /^\$\d/.test(id);
}

function escapeOf(shown: string, form: PlanForm): string {
  return form === 'numbered' && /^\$\d/.test(shown) ? ` Write $${shown} for that text.` : '';
}

function describeCycle(cycle: string[]): PlanProblem {
  const shown = cycle.length > 20 ? [...cycle.slice(0, 20), '…'] : cycle;
  const message = `These steps wait for each other: ${[...shown, cycle[0]].join(' → ')}.`;
  return { code: 'cycle', message, steps: cycle };
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ').slice(0, 300);
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}
