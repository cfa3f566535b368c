import type { ParseStepOptions, ReactStep } from './react-step.ts';
import type { StepForm } from './step-form.ts';
import type { StepFacts } from './step-results.ts';
import type { StepSource } from './step-source.ts';

/**
 * The grammar of one form: how it is known, and how it is read. All of it is total and linear. The text comes without
 * leading reasoning and without a fence around the whole, and with line feeds only.
 */
export type StepGrammar = {
  readonly form: StepForm;
  /** What to write in this form, as a sentence for the model. */
  readonly wanted: string;
  /**
   * Where the first sign of this form stands, or -1. A sign is what only a step in this form shows, also a broken one, and
   * never prose about it.
   */
  findSign(source: StepSource, options: ParseStepOptions): number;
  /** Reads one completion in this form: one step, or one typed error. */
  read(source: StepSource, facts: StepFacts, options: ParseStepOptions): StepReading;
};

/** A step, and the part of the text that is its own: what stands in its arguments or its answer is data. */
export type StepReading = {
  step: ReactStep;
  /** Where its own part begins. Default: at the sign. */
  start?: number | undefined;
  /** Where its own part ends. Of an error it does not matter. */
  end: number;
};
