/**
 * The forms in which models write a step. `text` and `json` are the forms that a loop asks for, `bracket` is the one of the
 * ReAct paper (`Search[x]`); the others are the native calls of open models, which leak into the text when a server does not
 * read them. Where two of them begin at the same place, the one that stands first here reads.
 */
export const stepForms = [
  'harmony',
  'deepseek',
  'mistral',
  'hermes',
  'llama',
  'bracket',
  'json',
  'text',
] as const;

/** One of {@link stepForms}. */
export type StepForm = (typeof stepForms)[number];
