import { isJsonObject } from '../json/is-json-object.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ParseErrorCode } from '../parse-error-code.ts';
import type {
  FinalStep,
  GiveUpStep,
  ParseErrorStep,
  ParseStepOptions,
  StepFlag,
} from './react-step.ts';

/** What all four kinds of step carry. */
export type StepFacts = { thought: string; repaired: boolean; flags: StepFlag[] };

/** The facts of a step of which nothing is known yet. */
export function noFacts(): StepFacts {
  return { thought: '', repaired: false, flags: [] };
}

/** Errors that a cut explains: what is missing would have come. */
const explainedByCut: ReadonlySet<ParseErrorCode> = new Set([
  'no_anchor',
  'missing_action_name',
  'missing_action_input',
  'not_json',
]);

/** One typed error (P1). In a completion that was cut off, what is missing is reported as `truncated`. */
export function parseError(
  facts: StepFacts,
  code: ParseErrorCode,
  message: string,
  options: ParseStepOptions,
): ParseErrorStep {
  if (options.truncated !== true || !explainedByCut.has(code)) {
    return { kind: 'parse_error', code, message, ...facts };
  }
  const cutMessage = `The reply was cut off by the token limit; write a shorter one. ${message}`;
  return { kind: 'parse_error', code: 'truncated', message: cutMessage, ...facts };
}

/** The answer, or the error that there is none. */
export function finalStep(
  facts: StepFacts,
  answer: Json | undefined,
  options: ParseStepOptions,
): FinalStep | ParseErrorStep {
  const isMissing = answer === undefined || answer === null || answer === '';
  return isMissing
    ? parseError(facts, 'empty', 'The answer is empty. Write it out.', options)
    : { kind: 'final', answer, ...facts };
}

/** The answer in the object that a `final` action takes, by the names that models give it (T8). */
export function answerOf(input: JsonObject): Json | undefined {
  if (Object.hasOwn(input, 'answer')) return input.answer;
  return Object.hasOwn(input, 'final_answer') ? input.final_answer : undefined;
}

/** The surrender in the input of a `give_up` action: `{partial_answer, reason}`, or a text, which is the reason (T8). */
export function giveUpStep(facts: StepFacts, input: Json | undefined): GiveUpStep {
  if (!isJsonObject(input)) {
    return { kind: 'give_up', reason: textOf(input), partial: '', ...facts };
  }
  const { reason, partial_answer: partial } = input;
  return { kind: 'give_up', reason: textOf(reason), partial: textOf(partial), ...facts };
}

/** A string as it is, anything else as JSON text, nothing as ''. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
