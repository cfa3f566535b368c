import {
  checkCount,
  checkFunctions,
  checkNames,
  type Fields,
  isFunction,
  isObject,
  mustBe,
} from '@loopwright/agent-run/option-checks';
import { runLogLevels } from './at-level.ts';
import type { Redact } from './redact-event.ts';
import type { RunLogLevel } from './run-log-types.ts';
import type { WriteLine } from './write-lines.ts';

/** How a run is logged. */
export type RunLogOptions = {
  /**
   * Takes one line, without a line break at its end. What it returns is waited for before the next line; with a synchronous
   * one every line is written when the run goes on.
   */
  readonly write: WriteLine;
  /** Default: `normal`. */
  readonly level?: RunLogLevel | undefined;
  /**
   * Takes secrets out of texts and values before they are written: `redactSecrets` of `@loopwright/tool-registry`, a function
   * of your own, or nothing with false. It is asked for each text, each value and the arguments of each call. Default: true.
   */
  readonly redact?: boolean | Redact | undefined;
  /** Share of the sessions that are written when nothing is wrong with them, from 0 to 1. Default: 1. */
  readonly sampleRate?: number | undefined;
  /**
   * Events of a session outside the sample that are kept in memory while nothing is wrong. A session with more of them is
   * written, from its beginning. Default: 1000.
   */
  readonly maxBufferedLines?: number | undefined;
};

/** What applies where an option is not given. */
export const runLogDefaults = {
  level: 'normal',
  redact: true,
  sampleRate: 1,
  maxBufferedLines: 1000,
} as const;

type ReadOptions = {
  write: WriteLine;
  level: RunLogLevel;
  redact: boolean | Redact;
  sampleRate: number;
  maxBufferedLines: number;
};

export function readRunLogOptions(options: RunLogOptions): ReadOptions {
  mustBe(isObject(options), 'The options', 'an object with a write function', options);
  const fields: Fields = options;
  checkNames(fields, ['write', ...Object.keys(runLogDefaults)]);
  mustBe(isFunction(fields.write), 'write', 'a function', fields.write);
  const {
    level = runLogDefaults.level,
    redact = runLogDefaults.redact,
    sampleRate = runLogDefaults.sampleRate,
    maxBufferedLines = runLogDefaults.maxBufferedLines,
  } = options;
  mustBe(runLogLevels.includes(level), 'level', `one of ${runLogLevels.join(', ')}`, level);
  if (typeof redact !== 'boolean') checkFunctions(fields, ['redact']);
  const isShare = typeof sampleRate === 'number' && sampleRate >= 0 && sampleRate <= 1;
  mustBe(isShare, 'sampleRate', 'a number from 0 to 1', sampleRate);
  checkCount(fields, 'maxBufferedLines', 1);
  return { write: options.write, level, redact, sampleRate, maxBufferedLines };
}
