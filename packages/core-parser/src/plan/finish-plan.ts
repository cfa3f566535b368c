import { beginCopy, copyJson } from '../json/copy-json.ts';
import type { JsonObject } from '../json/json.ts';
import { findNearReference, type NearReferenceRules } from './near-reference.ts';
import { normaliseReferences } from './normalise-references.ts';
import type { PlanStep } from './plan.ts';
import type { PlanDraft, StepDraft } from './plan-draft.ts';
import type { ParsePlanOptions, PlanFlag, PlanProblem, PlanReading } from './plan-reading.ts';
import { showReference } from './show-reference.ts';
import { dependenciesOf } from './step-graph.ts';
import { findPlanProblems, maxStepsOf } from './validate-plan.ts';

/** The most problems that a message lists; `problems` has all of them. */
const maxListedProblems = 20;

/** Makes a plan of what the reader of a form found, when nothing is wrong with it. */
export function finishPlan(
  draft: PlanDraft,
  options: ParsePlanOptions,
  flags: PlanFlag[],
): PlanReading {
  const unreadIds = draft.problems.flatMap(({ steps }) => steps);
  const found = [...cutOff(draft, options), ...draft.problems];
  const rules = rulesOf(draft, options);
  const steps = draft.steps.map((step) => finishStep(step, rules, found));
  // Where no step could be read, the plan is not empty.
  const isUnread = steps.length === 0 && found.length > 0;
  const origin = { form: draft.form, unreadIds };
  const problems = isUnread ? found : [...found, ...findPlanProblems(steps, options, origin)];
  if (problems.length === 0) {
    const { form, repaired, hasIgnoredMembers } = draft;
    const allFlags = hasIgnoredMembers ? [...flags, 'members_ignored' as const] : flags;
    return { ok: true, form, plan: { steps }, repaired, flags: allFlags };
  }
  const lines = new Map(draft.steps.map(({ id, line }) => [id, line]));
  return failedReading(
    problems.map((problem) => {
      const line = problem.line ?? lines.get(problem.steps[0] ?? '');
      return line === undefined ? problem : { ...problem, line };
    }),
  );
}

/** What is missing from a plan that was cut off does not show where the form has no end. */
function cutOff({ isClosed }: PlanDraft, { truncated }: ParsePlanOptions): PlanProblem[] {
  if (truncated !== true || isClosed) return [];
  const message = 'The reply was cut off, so that steps may be missing. Write a shorter plan.';
  return [{ code: 'truncated', message, steps: [] }];
}

/** The reading of a text in which at least one thing is wrong. */
export function failedReading(problems: PlanProblem[]): PlanReading {
  const { code, line } = problems[0]!;
  const listed = problems.slice(0, maxListedProblems).map(({ message }) => message);
  const more = problems.length - listed.length;
  if (more > 0) listed.push(`There are ${more} more problems.`);
  const reading = { ok: false as const, code, message: listed.join('\n'), problems };
  return line === undefined ? reading : { ...reading, line };
}

function rulesOf(
  { form, steps, isDefinedBare }: PlanDraft,
  options: ParsePlanOptions,
): NearReferenceRules {
  const ids = new Set(steps.map(({ id }) => id));
  const idsByLowerCase = new Map([...ids].map((id) => [id.toLowerCase(), id]));
  return { form, ids, idsByLowerCase, isDefinedBare, maxSteps: maxStepsOf(options) };
}

/** Rewrites the references of a step, and adds what nearly is one to the problems. */
function finishStep(
  { id, tool, args: written, thought, dependsOn }: StepDraft,
  rules: NearReferenceRules,
  problems: PlanProblem[],
): PlanStep {
  // The text is short enough for the copy to succeed.
  const args = copyJson(written, beginCopy(), 0, (text) => {
    const normalised = normaliseReferences(text, rules);
    const near = findNearReference(normalised, rules);
    if (near !== undefined) {
      const reference = showReference(near.id, rules.form);
      const written = JSON.stringify(near.text);
      const message = `${id}: ${written} is no reference. Write ${reference}, or give that step another id where the text is meant.`;
      problems.push({ code: 'unknown_reference', message, steps: [id] });
    }
    return normalised;
  }) as JsonObject;
  const step = { id, tool, args, dependsOn: dependenciesOf({ args, dependsOn }) };
  return thought === '' ? step : { ...step, thought };
}
