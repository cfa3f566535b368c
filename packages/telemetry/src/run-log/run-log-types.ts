import type { DurableEvent } from '@loopwright/agent-run';

/** The format that this version writes. It reads every minor version of its major one, and refuses a newer major one. */
export const runLogFormat = { major: 1, minor: 0 } as const;

/**
 * How much of a run is logged. `quiet`: how it began, its steps, what was flagged, noted, asked and decided, how it ended.
 * `normal`: also each model call, tool call and intent, without what was sent and what came back. `verbose`: everything, so
 * that the run can be replayed and forked.
 *
 * Left out of `quiet` and `normal`: the events `io`, and in steps the `value` of each observation, whose `text` stays. Left
 * out of `quiet`: the events `model`, `tool` and `intent`. Left out of these in `normal`: `appended`, and of a reply `text`,
 * `toolCalls` and `opaque`; the `args` of calls and effects; of an observation `value`, `text` and the message of its error.
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
  /** In order of `seq`. Below `verbose` numbers are missing, and so are the fields that {@link RunLogLevel} names. */
  readonly events: readonly DurableEvent[];
  /** Whether the last line was cut, as by a process that died while it wrote; it is left out. */
  readonly isCut: boolean;
};
