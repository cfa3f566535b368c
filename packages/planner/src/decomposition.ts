import type { NewTask } from './task.ts';

/** Things that a goal counts but does not name, such as three cities. Ask the user, or let the first task choose. */
export type UnnamedThings = { readonly count: number; readonly what: string };

/** What a rule makes of a goal that it knows. */
export type SplitGoal = { readonly tasks: readonly NewTask[]; readonly unnamed?: UnnamedThings };

/** Splits goals of one shape. `goal` is one line without a final stop; undefined means that it has another shape. */
export type DecompositionRule = {
  readonly name: string;
  split(goal: string): SplitGoal | undefined;
};

/** A goal as tasks that depend on each other: what `new TaskGraph` takes. */
export type Decomposition = SplitGoal & {
  readonly goal: string;
  /** The name of the rule; absent when none knew the goal, which is then one task. */
  readonly rule?: string;
};
