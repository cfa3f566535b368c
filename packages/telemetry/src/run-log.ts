export type { RunLogEnd, RunLogWriter } from './run-log/create-run-log.ts';
export { createRunLog } from './run-log/create-run-log.ts';
export type { RunLogDiff } from './run-log/diff-run-logs.ts';
export { diffRunLogs } from './run-log/diff-run-logs.ts';
export { readRunLog, readRunLogLines } from './run-log/read-run-log.ts';
export type { Redact } from './run-log/redact-event.ts';
export { replayableEvents } from './run-log/replayable-events.ts';
export type { RunLogErrorCode } from './run-log/run-log-error.ts';
export { isRunLogError, RunLogError } from './run-log/run-log-error.ts';
export type { RunLogOptions } from './run-log/run-log-options.ts';
export { runLogDefaults } from './run-log/run-log-options.ts';
export type {
  RunLog,
  RunLogHeader,
  RunLogLevel,
  RunLogLine,
} from './run-log/run-log-types.ts';
export { runLogFormat } from './run-log/run-log-types.ts';
export type { WriteLine } from './run-log/write-lines.ts';
