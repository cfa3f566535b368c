import type { DurableEvent } from '@loopwright/agent-run';

/** The format that this version writes. It reads every minor version of its major one, and refuses a newer major one. */
export const runLogFormat = { major: 1, minor: 0 } as const;

/**
 * How much of a run is logged. `quiet`: how it began, its steps, what was flagged, noted, asked and decided, how it ended.
 * `normal`: also each model call, tool call and intent, without what was sent and what came back. `verbose`: everything, so
 * that the run can be replayed and forked.
 */
export type RunLogLevel = 'quiet' | 'normal' | 'verbose';

/** The first line of a run log. */
export type RunLogHeader = {
  readonly type: 'log';
  readonly format: { readonly major: number; readonly minor: number };
  readonly session: string;
  readonly level: RunLogLevel;
  /** Whether secrets were taken out before anything was written; a replay sees what is left. */
  readonly redacted: boolean;
};

/** Every other line: a durable event and the session that it belongs to. Below `verbose` some of its fields are left out. */
export type RunLogLine = { readonly session: string } & DurableEvent;

/** A run log as it was read. */
export type RunLog = {
  readonly header: RunLogHeader;
  readonly events: readonly DurableEvent[];
  /** Whether the last line was cut, as by a process that died while it wrote; it is left out. */
  readonly isCut: boolean;
};
