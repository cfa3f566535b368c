import { bracketGrammar } from '../asked-forms/bracket-grammar.ts';
import { jsonGrammar } from '../asked-forms/json-grammar.ts';
import { textGrammar } from '../asked-forms/text-grammar.ts';
import type { ParseStepOptions, ReactStep } from '../step/react-step.ts';
import type { StepGrammar } from '../step/step-grammar.ts';
import type { StepFacts } from '../step/step-results.ts';
import { stepSource } from '../step/step-source.ts';
import { unwrapStep } from '../step/unwrap-step.ts';
import { endOfLine } from '../text/lines.ts';
import { readLabel } from '../text/read-label.ts';

/** The forms that a loop asks for, in the order of `stepForms`. */
const askedGrammars: readonly StepGrammar[] = [bracketGrammar, jsonGrammar, textGrammar];

/**
 * Reads the step in one of the forms that a loop asks for, the one whose sign comes first, when it is the whole text: when
 * the text begins with it or with a label, and nothing stands behind it. Undefined for a text that is none.
 */
export function readAskedForm(
  text: string,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep | undefined {
  const source = stepSource(unwrapStep(text).trim());
  let first: { grammar: StepGrammar; sign: number } | undefined;
  for (const grammar of askedGrammars) {
    const sign = grammar.findSign(source, options);
    if (sign !== -1 && sign < (first?.sign ?? source.text.length)) first = { grammar, sign };
  }
  const beginsWithLabel = readLabel(source.text, 0, endOfLine(source.text, 0)) !== undefined;
  if (first === undefined || (first.sign > 0 && !beginsWithLabel)) return undefined;
  const ownFacts = { ...facts, flags: [...facts.flags] };
  const { step } = first.grammar.read(source, ownFacts, options);
  const hasTextAfter =
    step.flags.includes('text_after_input') ||
    (step.kind === 'parse_error' && step.code === 'text_after_input');
  return hasTextAfter ? undefined : step;
}
