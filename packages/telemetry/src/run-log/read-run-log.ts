import { mustBe } from '@loopwright/agent-run/option-checks';
import { LogReading } from './log-reading.ts';
import type { RunLog } from './run-log-types.ts';

/**
 * Reads a run log. A cut last line, a byte order mark, `\r\n`, empty lines, and types and fields of newer minor versions
 * are no faults. Of a file in which a session was logged anew after it was resumed, the life that got furthest is read.
 *
 * @throws RunLogError with a `code`, and the `line` at fault.
 */
export function readRunLog(text: string): RunLog {
  mustBe(typeof text === 'string', 'The log', 'a text', text);
  const reading = new LogReading();
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    reading.add(text.slice(start, end === -1 ? text.length : end));
    start = end === -1 ? text.length : end + 1;
  }
  return reading.end();
}

/**
 * Reads a run log from its lines, as `readline` and `FileHandle.readLines` of Node give them; like {@link readRunLog}.
 *
 * @throws RunLogError with a `code`, and the `line` at fault.
 */
export async function readRunLogLines(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<RunLog> {
  mustBe(typeof lines !== 'string', 'The lines', 'an iterable of lines', lines);
  const reading = new LogReading();
  for await (const line of lines) reading.add(line);
  return reading.end();
}
