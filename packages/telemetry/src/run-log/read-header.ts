import type { JsonObject } from '@loopwright/core-parser';
import { runLogLevels } from './at-level.ts';
import { RunLogError } from './run-log-error.ts';
import { type RunLogHeader, runLogFormat } from './run-log-types.ts';

/**
 * Reads a header, with whatever a newer minor version put into it.
 *
 * @throws RunLogError `newer_format`, or `no_header` for what is none.
 */
export function readHeader(value: JsonObject, line: number): RunLogHeader {
  const { type, format, session, level, redacted } = value as { [name: string]: unknown };
  const { major, minor } = Object(format) as { major?: unknown; minor?: unknown };
  const { major: known } = runLogFormat;
  if (type === 'log' && Number.isSafeInteger(major) && Number(major) > known) {
    throw new RunLogError(
      'newer_format',
      line,
      `the log has the format ${major}, and this version reads up to ${known}; a newer version of @loopwright/telemetry reads it`,
    );
  }
  const isHeader =
    type === 'log' &&
    major === known &&
    Number.isSafeInteger(minor) &&
    typeof session === 'string' &&
    (runLogLevels as readonly unknown[]).includes(level) &&
    typeof redacted === 'boolean';
  if (!isHeader) throw noHeader(line);
  return value as unknown as RunLogHeader;
}

export function noHeader(line: number): RunLogError {
  return new RunLogError(
    'no_header',
    line,
    'a run log begins with its header: type log, format, session, level and redacted',
  );
}
