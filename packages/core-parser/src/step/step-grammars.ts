import { bracketGrammar } from '../asked-forms/bracket-grammar.ts';
import { jsonGrammar } from '../asked-forms/json-grammar.ts';
import { textGrammar } from '../asked-forms/text-grammar.ts';
import { deepseekGrammar } from '../native-forms/deepseek-grammar.ts';
import { harmonyGrammar } from '../native-forms/harmony-grammar.ts';
import { hermesGrammar } from '../native-forms/hermes-grammar.ts';
import { llamaGrammar } from '../native-forms/llama-grammar.ts';
import { mistralGrammar } from '../native-forms/mistral-grammar.ts';
import { invalidOptions } from '../option-checks.ts';
import { type StepForm, stepForms } from './step-form.ts';
import type { StepGrammar } from './step-grammar.ts';

const grammars: Record<StepForm, StepGrammar> = {
  bracket: bracketGrammar,
  deepseek: deepseekGrammar,
  harmony: harmonyGrammar,
  hermes: hermesGrammar,
  json: jsonGrammar,
  llama: llamaGrammar,
  mistral: mistralGrammar,
  text: textGrammar,
};

/** The grammars of some forms in the order of `stepForms`, and the one of the form to ask for when none is found. */
export type ChosenGrammars = { grammars: StepGrammar[]; asked: StepGrammar };

/** Chooses the grammars of some forms, of all by default. Throws `invalid_options` for an empty list or an unknown form. */
export function chooseGrammars(forms: readonly StepForm[] | undefined): ChosenGrammars {
  if (forms !== undefined) requireForms(forms);
  const chosen = stepForms.filter((form) => forms === undefined || forms.includes(form));
  return {
    grammars: chosen.map((form) => grammars[form]),
    asked: grammars[forms?.[0] ?? 'text'],
  };
}

function requireForms(forms: readonly StepForm[]): void {
  const known = stepForms.join(', ');
  if (!Array.isArray(forms) || forms.length === 0) {
    throw invalidOptions(`forms must be a list with at least one of ${known}.`);
  }
  const unknown = forms.find((form) => !stepForms.includes(form));
  if (unknown !== undefined) {
    throw invalidOptions(`There is no form ${JSON.stringify(unknown)}. The forms are ${known}.`);
  }
}
