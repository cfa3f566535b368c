/** The labels of the text form. Each begins a line; `Note` and `Task` are written by the loop and mean nothing in a reply. */
export const stepLabels = [
  'Thought',
  'Action',
  'Action Input',
  'Observation',
  'Final Answer',
  'Note',
  'Task',
] as const;

/** One of {@link stepLabels}. */
export type StepLabel = (typeof stepLabels)[number];
