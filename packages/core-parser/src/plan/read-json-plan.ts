import { isJsonObject } from '../json/is-json-object.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanForm } from './plan-form.ts';
import { isPlanId } from './plan-id.ts';
import type { ParsePlanOptions } from './plan-reading.ts';
import { readJsonPlanStep, readStepId } from './read-json-plan-step.ts';

/** Reads the steps of a plan in any of the JSON forms. */
export function readJsonPlan(
  steps: readonly Json[],
  repaired: boolean,
  options: ParsePlanOptions,
): PlanDraft {
  const form = formOf(steps.find(isJsonObject));
  const draft: PlanDraft = {
    ...{ form, steps: [], problems: [], repaired, isClosed: true },
    ...{ isDefinedBare: false, hasIgnoredMembers: false },
  };
  const ids = form === 'json_calls' ? idsOfCalls(steps) : steps.map(idOf);
  for (const [index, step] of steps.entries()) {
    const id = ids[index];
    const reading = readJsonPlanStep(step, id, form, options);
    if (reading.ok) {
      draft.steps.push(reading.step);
      draft.repaired ||= reading.repaired;
      draft.hasIgnoredMembers ||= reading.hasIgnoredMembers;
    } else {
      const { code, message } = reading;
      const name = id !== undefined && isPlanId(id) ? id : `Step ${index + 1}`;
      const ofSteps = id === undefined ? [] : [id];
      draft.problems.push({ code, message: `${name}: ${message}`, steps: ofSteps });
    }
  }
  return draft;
}

function formOf(step: JsonObject | undefined): PlanForm {
  const has = (key: string): boolean => step !== undefined && Object.hasOwn(step, key);
  if (has('tool')) return 'json';
  if (has('arguments') || has('label')) return 'json_calls';
  return has('tool_to_use') || has('step_number') || has('depends_on') ? 'json_steps' : 'json';
}

function idOf(step: Json): string | undefined {
  return isJsonObject(step) ? readStepId(step) : undefined;
}

/** A call without a label, which no other call can refer to, goes by its name, or by its place where that is no id. */
function idsOfCalls(steps: readonly Json[]): (string | undefined)[] {
  const labels = steps.map(idOf);
  const taken = new Map<string, number>();
  const names = steps.map((step, index) => {
    const name = isJsonObject(step) && labels[index] === undefined ? step.name : undefined;
    const id = labels[index] ?? (typeof name === 'string' ? name : undefined);
    if (id !== undefined) taken.set(id, (taken.get(id) ?? 0) + 1);
    return name;
  });
  return steps.map((step, index) => {
    const name = names[index];
    if (labels[index] !== undefined || !isJsonObject(step)) return labels[index];
    const isFree = typeof name === 'string' && isPlanId(name) && taken.get(name) === 1;
    return isFree ? name : `call_${index + 1}`;
  });
}
