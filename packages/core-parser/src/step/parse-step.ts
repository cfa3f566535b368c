import { findLabelLine } from '../text/find-label-line.ts';
import { callStart } from './call-start.ts';
import { openCompletion } from './completion.ts';
import { findRival } from './find-rival.ts';
import type { ParseStepOptions, ReactStep } from './react-step.ts';
import { refuseDraftedAnswer } from './refuse-drafted-answer.ts';
import type { StepForm } from './step-form.ts';
import type { StepGrammar } from './step-grammar.ts';
import { chooseGrammars } from './step-grammars.ts';
import { noFacts, parseError, type StepFacts } from './step-results.ts';
import { type StepSource, stepSource } from './step-source.ts';

export type DetectStepOptions = ParseStepOptions & {
  /** The forms to look for. Default: all of `stepForms`. */
  forms?: readonly StepForm[] | undefined;
};

/** A step and the form it was written in; undefined when no sign of any form was found. */
export type DetectedStep = { form: StepForm | undefined; step: ReactStep };

/** The forms in which `Action:` is a sign. Before a call in any other form it only belongs to that call. */
const formsOfLabel: ReadonlySet<StepForm> = new Set(['text', 'bracket']);

/**
 * Reads one completion in whichever of the forms it is written in. The form whose sign comes first reads it. When another
 * form has something to say outside of the arguments or the answer of the first, none of them is chosen: the step is
 * `multiple_actions` or `both_action_and_final`. A completion without a sign is `no_anchor`, and the message says what to
 * write in the first of `forms`, by default in the text form.
 *
 * Total: any text gives one of the four kinds of step (P1). Linear in the text. Throws `invalid_options` only, for an empty
 * list of forms or a form that does not exist.
 */
export function parseStep(text: string, options: DetectStepOptions = {}): DetectedStep {
  const { grammars, asked } = chooseGrammars(options.forms);
  const completion = openCompletion(text, asked.wanted, options);
  if (!completion.ok) return { form: undefined, step: completion.step };
  const { body, facts } = completion;
  const detected = detectStep(body, facts, grammars, options);
  if (detected === undefined) {
    return { form: undefined, step: reportNoSign(body, facts, asked, options) };
  }
  const readDraft = (text: string, draftOptions: ParseStepOptions) =>
    detectStep(text, noFacts(), grammars, draftOptions)?.step;
  const step = refuseDraftedAnswer(detected.step, completion, readDraft, options);
  return { form: detected.form, step };
}

/** Reads a text in the form whose sign comes first; undefined without a sign. */
function detectStep(
  text: string,
  facts: StepFacts,
  grammars: readonly StepGrammar[],
  options: ParseStepOptions,
): DetectedStep | undefined {
  const source = stepSource(text);
  const first = findFirstSign(source, grammars, options);
  if (first === undefined) return undefined;
  const { grammar, sign } = first;
  const reading = grammar.read(source, facts, options);
  const rivals = mayHaveRival(reading.step) ? grammars.filter((other) => other !== grammar) : [];
  const own = { start: reading.start ?? sign, end: reading.end };
  const rival = findRival(text, own, reading.step, rivals, options);
  return { form: grammar.form, step: rival ?? reading.step };
}

/** The grammar whose sign comes first. What stands after a line `Observation:` does not count. */
function findFirstSign(
  source: StepSource,
  grammars: readonly StepGrammar[],
  options: ParseStepOptions,
): { grammar: StepGrammar; sign: number } | undefined {
  const { text } = source;
  let first: { grammar: StepGrammar; sign: number; start: number } | undefined;
  for (const grammar of grammars) {
    const sign = grammar.findSign(source, options);
    if (sign < 0) continue;
    const start = formsOfLabel.has(grammar.form) ? sign : callStart(text, sign);
    if (first === undefined || start < first.start) first = { grammar, sign, start };
  }
  const isInvented = first !== undefined && findObservation(text, first.start) < first.start;
  return isInvented ? undefined : first;
}

/** False for an error that stands whatever else the completion holds. */
function mayHaveRival(step: ReactStep): boolean {
  return step.kind !== 'parse_error' || step.code === 'text_after_input';
}

function reportNoSign(
  body: string,
  facts: StepFacts,
  asked: StepGrammar,
  options: ParseStepOptions,
): ReactStep {
  if (findObservation(body, body.length) < body.length) facts.flags.push('invented_observation');
  return parseError(facts, 'no_anchor', `The reply holds no step. ${asked.wanted}`, options);
}

function findObservation(body: string, end: number): number {
  return findLabelLine(body, 0, end, (label) => label === 'Observation');
}
