import { maxInputChars } from '../defaults.ts';
import type { ParseErrorCode } from '../parse-error-code.ts';
import { endOfLine, withLineFeeds } from '../text/lines.ts';
import { findPlanJson, twoPlansMessage } from './find-plan-json.ts';
import { failedReading, finishPlan } from './finish-plan.ts';
import type { LinePlanGrammar } from './line-plan-grammar.ts';
import { numberedPlanGrammar } from './numbered-plan-grammar.ts';
import type { PlanDraft } from './plan-draft.ts';
import { type PlanPart, splitPlanLines } from './plan-lines.ts';
import type { ParsePlanOptions, PlanProblem, PlanReading } from './plan-reading.ts';
import { readJsonPlan } from './read-json-plan.ts';
import { readLinePlan } from './read-line-plan.ts';
import { removePlanReasoning } from './remove-plan-reasoning.ts';
import { textPlanGrammar } from './text-plan-grammar.ts';
import { maxStepsOf } from './validate-plan.ts';

/**
 * Reads the plan in a completion in whichever of the forms of `planForms` it is written (P6), with prose and fences around
 * it, and validates it whole, before anything runs. Every step is a call with plain arguments, and all references are written
 * as `substitute` reads them, whatever the form: `$1` has become `#{1}`. A line that looks like a step and cannot be read is
 * an error that quotes it; a list of steps in words is no plan. Two plans are an error, as neither is the one that is meant.
 *
 * Total: any text gives a plan or a list of problems, the first of which is `code`; linear in the text. Throws only
 * `invalid_options`, for a `maxSteps` that is no positive integer.
 */
export function parsePlan(text: string, options: ParsePlanOptions = {}): PlanReading {
  maxStepsOf(options);
  const source = typeof text === 'string' ? text : '';
  if (source.length > maxInputChars) {
    const message = `The plan has ${source.length} characters; at most ${maxInputChars} are read.`;
    return refused('too_large', message);
  }
  const whole = withLineFeeds(source);
  const { body, removed, unclosed } = removePlanReasoning(whole, holdsPlan);
  if (body.trim() === '') {
    const fact = unclosed ? 'The reply holds only reasoning.' : 'The reply is empty.';
    return refused('empty', `${fact} ${howToWrite}`);
  }
  // The lines of the reasoning are kept empty, so that lines are counted as in the completion.
  const linesBefore = whole.slice(0, whole.length - body.length).split('\n').length - 1;
  const draft = readDraft('\n'.repeat(linesBefore) + body, options);
  return 'form' in draft
    ? finishPlan(draft, options, removed ? ['reasoning_removed'] : [])
    : failedReading([draft]);
}

const howToWrite = 'Write a plan such as {"plan": [{"id": "E1", "tool": "name", "args": {}}]}.';

/** Reads the form whose first sign stands first; a JSON plan is its own sign. */
function readDraft(body: string, options: ParsePlanOptions): PlanDraft | PlanProblem {
  const [first] = [textPlanGrammar, numberedPlanGrammar]
    .map((grammar) => {
      const parts = splitPlanLines(body, grammar.readLine);
      return { grammar, parts, sign: parts.find(({ kind }) => kind === 'step')?.start };
    })
    .filter((candidate) => candidate.sign !== undefined)
    .sort((left, right) => left.sign! - right.sign!);
  const json = findPlanJson(body, first?.sign ?? body.length);
  if (json.kind === 'steps') return readJsonPlan(json.steps, json.repaired, options);
  if (first !== undefined) {
    const { parts, grammar } = first;
    return hasJsonPlanBehind(body, parts, grammar, options)
      ? { code: 'multiple_plans', message: twoPlansMessage, steps: [] }
      : readLinePlan(body, parts, grammar, options);
  }
  if (json.kind === 'failure') return cutProblem(json.failure.code, json.failure.message, options);
  const fact = json.sawObject
    ? 'The JSON holds no list "plan" of steps.'
    : 'No plan stands in the reply; steps in words are none.';
  return cutProblem('no_anchor', `${fact} ${howToWrite}`, options);
}

/** True when a plan in JSON stands behind the last step of a plan in lines, outside of its call. */
function hasJsonPlanBehind(
  body: string,
  parts: readonly PlanPart[],
  grammar: LinePlanGrammar,
  options: ParsePlanOptions,
): boolean {
  const last = parts.findLast((part) => part.kind === 'step')!;
  const call = grammar.readCall(body, last.contentStart, last.end, options.tools);
  const rest = body.slice(call.ok ? call.end : endOfLine(body, last.start));
  const json = findPlanJson(rest, rest.length);
  if (json.kind === 'failure') return json.failure.code === 'multiple_plans';
  return json.kind === 'steps' && readJsonPlan(json.steps, false, options).steps.length > 0;
}

/** True when a plan begins in a text, even if it does not end there. */
function holdsPlan(text: string): boolean {
  return 'form' in readDraft(text, {});
}

/** In a completion that was cut off, what is missing is reported as such. */
function cutProblem(
  code: ParseErrorCode,
  message: string,
  { truncated }: ParsePlanOptions,
): PlanProblem {
  const isCut = truncated === true && (code === 'not_json' || code === 'no_anchor');
  return isCut
    ? { code: 'truncated', message: `The reply was cut off. ${message}`, steps: [] }
    : { code, message, steps: [] };
}

function refused(code: ParseErrorCode, message: string): PlanReading {
  return failedReading([{ code, message, steps: [] }]);
}
