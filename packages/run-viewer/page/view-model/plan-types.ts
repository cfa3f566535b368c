export type NodeState = 'pending' | 'running' | 'done' | 'failed' | 'blocked' | 'skipped';

/** A step of a plan, or a task of a goal. */
export type PlanNode = {
  readonly id: string;
  readonly title: string;
  readonly dependsOn: readonly string[];
  /** Counted from 1; undefined in goals, whose waves are made as the run goes. */
  readonly wave: number | undefined;
  readonly state: NodeState;
  /** How it came out, or why it never started. */
  readonly detail: string | undefined;
  /** The step of the run in which it was performed last. */
  readonly stepId: string | undefined;
};

/** One plan; a replan, or going back to a checkpoint, begins another one. */
export type PlanGeneration = {
  readonly number: number;
  /** The path of the run that it belongs to. */
  readonly path: string;
  readonly nodes: readonly PlanNode[];
  /** Why this plan was given up. */
  readonly endedBy: string | undefined;
};

/** A node while the run is read. */
export type NodeDraft = { -readonly [Name in keyof PlanNode]: PlanNode[Name] };

export type GenerationDraft = {
  readonly number: number;
  /** The path of the run that it belongs to. */
  readonly path: string;
  nodes: NodeDraft[];
  endedBy: string | undefined;
};
