import { bracketGrammar } from '../asked-forms/bracket-grammar.ts';
import { jsonGrammar } from '../asked-forms/json-grammar.ts';
import { textGrammar } from '../asked-forms/text-grammar.ts';
import type { ParseStepOptions, ReactStep } from '../step/react-step.ts';
import type { StepGrammar } from '../step/step-grammar.ts';
import type { StepFacts } from '../step/step-results.ts';
import { stepSource } from '../step/step-source.ts';
import { unwrapStep } from '../step/unwrap-step.ts';

/** The forms that a loop asks for, in the order of `stepForms`. */
const askedGrammars: readonly StepGrammar[] = [bracketGrammar, jsonGrammar, textGrammar];

/** Reads the step in one of the forms that a loop asks for, the one whose sign comes first; undefined without a sign. */
export function readAskedForm(
  text: string,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep | undefined {
  const source = stepSource(unwrapStep(text));
  let first: { grammar: StepGrammar; sign: number } | undefined;
  for (const grammar of askedGrammars) {
    const sign = grammar.findSign(source, options);
    if (sign !== -1 && sign < (first?.sign ?? source.text.length)) first = { grammar, sign };
  }
  return first?.grammar.read(source, facts, options).step;
}
