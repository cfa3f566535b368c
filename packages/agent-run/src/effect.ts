import type { Json } from '@loopwright/core-parser';

/**
 * One side effect of a run: one line for each id, last status wins. `committed` happened, `not_started` did not,
 * `unknown` may have.
 */
export type Effect = {
  /** `session/tool/digest of the content/n`, n counting identical calls known to be committed. The tool's idempotency key. */
  id: string;
  tool: string;
  args: Json;
  status: 'committed' | 'not_started' | 'unknown';
  /** Keys of the calls that asked for it. */
  stepKeys: string[];
};

/** A call that waits for a decision. */
export type Pending = { key: string; call: { tool: string; args: Json } };

/** The decision about one pending call. */
export type ApprovalAnswer = {
  approved: boolean;
  note?: string;
  /** The run was cancelled before anybody decided. Set by the run itself. */
  cancelled?: true;
};

/** Where a fork left its original, and the effects that the original had after that point. */
export type ForkOrigin = {
  sessionId: string;
  seq: number;
  effects: Effect[];
  /** Where the original was itself a fork. */
  forkOf?: ForkOrigin;
};
