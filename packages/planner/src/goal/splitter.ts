import type { Run } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { decompose } from '../decompose.ts';
import type { UnnamedThings } from '../decomposition.ts';
import { goalDefaults } from '../defaults.ts';
import type { NewTask, Task } from '../task.ts';
import type { GoalOptions } from './goal-options.ts';
import { createModelSplitter } from './model-splitter.ts';
import { settleIo } from './settle-io.ts';
import type { TaskResults } from './task-executor.ts';

/** What a goal or a task is split into, unchecked, or why that is not known. Without tasks it stays as it is. */
export type Split = {
  tasks?: readonly NewTask[];
  /** The rule that knew it. */
  rule?: string;
  unnamed?: UnnamedThings;
  problem?: string;
};

/** Splits the goal, and its tasks, given what those gave that they depend on. */
export type Splitter = {
  readonly by: 'rules' | 'function' | 'model';
  splitGoal(): Promise<Split>;
  /** Undefined when tasks stay as they are. */
  readonly splitTask: ((task: Task<Json>, results: TaskResults) => Promise<Split>) | undefined;
};

/** Who splits goals and tasks, as the options say (N2). */
export function createSplitter<Answer>(run: Run, options: GoalOptions<Answer>): Splitter {
  const { decompose: how = goalDefaults.decompose, split } = options;
  const own = ownSplitter(run, how, options);
  return split === undefined
    ? own
    : { ...own, splitTask: (task) => splitByFunction(run, () => split(task)) };
}

function ownSplitter<Answer>(
  run: Run,
  how: NonNullable<GoalOptions['decompose']>,
  options: GoalOptions<Answer>,
): Splitter {
  if (how === 'model') return createModelSplitter(run, options);
  if (how === 'rules') {
    return { by: 'rules', splitGoal: async () => splitByRules(run.task), splitTask };
  }
  const splitGoal = () => splitByFunction(run, () => how(run.task));
  return { by: 'function', splitGoal, splitTask: undefined };
}

async function splitTask({ description }: Task<Json>): Promise<Split> {
  const split = splitByRules(description);
  return split.rule === undefined ? {} : split;
}

function splitByRules(description: string): Split {
  const { goal: _, ...split } = decompose(description);
  return split;
}

async function splitByFunction(run: Run, work: () => unknown): Promise<Split> {
  const result = await settleIo(run, 'decompose', work);
  if (!result.ok) return { problem: `${result.type}: ${result.message}` };
  return Array.isArray(result.value) ? { tasks: result.value as unknown as NewTask[] } : {};
}
