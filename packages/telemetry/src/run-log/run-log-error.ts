const mark = Symbol.for('@loopwright/telemetry/run-log-error');

/** Why a run log is refused. */
export type RunLogErrorCode =
  /** It does not begin with the header of a run log. */
  | 'no_header'
  /** A newer major version wrote it. */
  | 'newer_format'
  /** A line that is not the last is no JSON, or a line is no event. */
  | 'damaged_line'
  /** A number comes twice, goes back or, in a verbose log, is missing; or the first event is not `started`. */
  | 'out_of_order'
  /** A line is of another session than the header. */
  | 'other_session'
  /** Only verbose logs hold what a replay needs. */
  | 'not_replayable';

/** A run log that cannot be read or replayed. Test with {@link isRunLogError}, not with `instanceof`. */
export class RunLogError extends Error {
  readonly code: RunLogErrorCode;
  /** Counted from 1; undefined where no single line is at fault. */
  readonly line: number | undefined;
  readonly [mark] = true;

  constructor(code: RunLogErrorCode, line: number | undefined, message: string) {
    super(line === undefined ? message : `Line ${line}: ${message}`);
    this.name = 'RunLogError';
    this.code = code;
    this.line = line;
  }
}

export function isRunLogError(value: unknown): value is RunLogError {
  return typeof value === 'object' && value !== null && mark in value;
}
