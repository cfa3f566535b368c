import type { Json } from '@loopwright/core-parser';
import type { ApprovalAnswer, ForkOrigin, Pending } from './effect.ts';
import type { RunResult } from './result.ts';

/** What a resumed run must have in common with the one that was started. `config` is a digest. */
export type Stamp = { strategy: string; version: number; config: string };

/** One unit of work: what `run` resolves with is stored under `key` and given back when the key is asked for again. */
export type RuntimeStep<Value> = {
  readonly key: string;
  readonly run: () => Promise<Value>;
  /** Digest of what the work depends on; another digest under the same key is a mismatch. */
  readonly inputDigest?: string;
};

/**
 * The one seam to durability. Everything that touches the world (models, tools, clock, randomness, ids) happens
 * inside steps, and the code between steps is pure, so that running it again over stored results repeats the run.
 * The default stores nothing (`passThroughRuntime`).
 *
 * Rules: keys come from counters, never from time or the order of completion. Parallel work goes through one flat
 * `all` that is joined before the next step. A step gives back the decoded stored form, live as on replay.
 */
export type StepRuntime = {
  readonly sessionId: string;
  /** Known at the latest when the runtime is open. */
  readonly forkOf?: ForkOrigin | undefined;
  /** False when nothing is kept, so that nobody needs the digests of inputs and configuration. Default: true. */
  readonly stores?: boolean;
  /**
   * Called once, first. Resolves with the stored result of a finished session.
   * Rejects when the session was started under another stamp, or while another run holds it.
   */
  open(stamp: Stamp): Promise<RunResult<Json> | undefined>;
  step<Value>(step: RuntimeStep<Value>): Promise<Value>;
  /** All steps of a wave, flat; results in the order given. */
  all<Value>(steps: readonly RuntimeStep<Value>[]): Promise<Value[]>;
  /** Asks for all decisions before it waits for the first; may reject with `suspended(...)`. */
  waitAll(asks: readonly Pending[]): Promise<ApprovalAnswer[]>;
  /** True for errors of the runtime itself, which pass through a run untouched. */
  isControl(error: unknown): boolean;
  /** Stores the result. Rejects when a stored entry was never asked for. */
  close(result: RunResult<Json>): Promise<void>;
  /**
   * Called once, last, by the run that opened it, however that run ended: finished, suspended, left or failed. From
   * then on another run may open it.
   */
  release?(): void | Promise<void>;
};
