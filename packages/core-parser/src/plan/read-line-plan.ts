import { endOfLine } from '../text/lines.ts';
import type { LinePlanGrammar } from './line-plan-grammar.ts';
import type { PlanDraft } from './plan-draft.ts';
import { isPlanId } from './plan-id.ts';
import { isDecoration, type PlanPart, quoteLine } from './plan-lines.ts';
import type { ParsePlanOptions, PlanProblem } from './plan-reading.ts';
import type { PlanTools } from './plan-tools.ts';
import type { CallReading } from './read-call.ts';

/** Reads the parts of a plan in which every step is a line. */
export function readLinePlan(
  text: string,
  parts: readonly PlanPart[],
  grammar: LinePlanGrammar,
  { tools }: ParsePlanOptions,
): PlanDraft {
  const { form } = grammar;
  const draft: PlanDraft = {
    ...{ form, steps: [], problems: [], repaired: false, isClosed: false },
    isDefinedBare: parts.some((part) => part.kind === 'step' && part.isBare === true),
    hasIgnoredMembers: false,
  };
  let thought = '';
  for (const part of parts) {
    if (part.kind === 'thought') {
      thought = text.slice(part.contentStart, part.end).trim();
      continue;
    }
    if (part.kind === 'step' && grammar.isEnd(text, part.contentStart, tools)) {
      draft.isClosed = true;
      continue;
    }
    // Behind its end, a plan may be explained in a list.
    if (part.kind === 'unreadable' && draft.isClosed) continue;
    const call = draft.isClosed ? behindEnd : readStep(text, part, grammar, tools);
    if (call.ok) {
      draft.repaired ||= call.repaired;
      const { tool, args } = call;
      draft.steps.push({ id: call.id, tool, args, thought, dependsOn: [], line: part.line });
      thought = '';
    } else draft.problems.push(describeUnreadable(text, part, call.message, grammar));
  }
  return draft;
}

const behindEnd: StepReading = { ok: false, message: 'it stands behind the end of the plan' };

type StepReading =
  | (Extract<CallReading, { ok: true }> & { id: string })
  | Extract<CallReading, { ok: false }>;

function readStep(
  text: string,
  part: Exclude<PlanPart, { kind: 'thought' }>,
  grammar: LinePlanGrammar,
  tools: PlanTools | undefined,
): StepReading {
  if (part.kind === 'unreadable') return { ok: false, message: 'it does not begin like one' };
  const { id, contentStart, end } = part;
  if (!isPlanId(id)) return { ok: false, message: 'its id is too long' };
  const call = grammar.readCall(text, contentStart, end, tools);
  if (!call.ok) return call;
  const rest = text.slice(call.end, Math.min(endOfLine(text, call.end), end));
  return isDecoration(rest.replace('<END_OF_PLAN>', ''))
    ? { ...call, id }
    : { ok: false, message: 'text stands behind its closing bracket' };
}

function describeUnreadable(
  text: string,
  part: PlanPart,
  reason: string,
  { example }: LinePlanGrammar,
): PlanProblem {
  const quoted = quoteLine(text, part.start);
  const message = `Line ${part.line} looks like a step, but ${reason}: ${quoted}. Write it as ${example}.`;
  const steps = part.kind === 'step' ? [part.id] : [];
  return { code: 'unreadable_step', message, steps, line: part.line };
}
