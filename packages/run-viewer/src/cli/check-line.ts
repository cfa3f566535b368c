import { open, stat } from 'node:fs/promises';
import { RunLogError, readRunLog } from '@loopwright/telemetry/run-log';
import type { NumberedLine } from './line-splitter.ts';

/** Of the beginning of a file, in bytes: a header is far shorter. */
const headerBytes = 64 * 1024;

/** How a header begins, as `createRunLog` writes it. */
export const headerStart = '{"type":"log",';

/** The version of the events that are understood. */
const eventVersion = 1;

/**
 * Refuses a file that is there and begins as no run log. What cannot be looked at without taking it, such as a named pipe,
 * and a first line that is still being written are left for later.
 *
 * @throws RunLogError as `readRunLog` does, and the error of `node:fs` for what cannot be read.
 */
export async function checkBeginning(file: string): Promise<void> {
  // Opening a pipe and closing it again would end its writer.
  const stats = await stat(file);
  if (!stats.isFile() && !stats.isDirectory()) return;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), { position: 0 });
    const text = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .trimStart();
    const end = text.indexOf('\n');
    if (end !== -1) readRunLog(text.slice(0, end));
    else if (text !== '' && (!text.startsWith('{') || bytesRead === headerBytes)) readRunLog(text);
  } finally {
    await handle.close();
  }
}

/**
 * Makes a check of the lines of one log, one after another, that gives each as it is to be taken: of a line in which a
 * process died and the next life of the run goes on, the header.
 *
 * @throws RunLogError `other_session` for an event of another session than the header before it, `newer_format` for one of
 * a newer version, and as `readRunLog` does for a first line or a header that is none.
 */
export function lineCheck(): (line: NumberedLine) => string {
  let session: unknown;
  return ({ text: written, number }) => {
    const text = written.replace(/^\uFEFF/, '').trim();
    if (text === '') return text;
    const whole = parse(text);
    const glued =
      whole === undefined ? text.slice(Math.max(0, text.lastIndexOf(headerStart))) : text;
    const value = whole ?? parse(glued);
    if (session === undefined || value?.type === 'log') {
      // Whatever is no run log is refused with the reason, and not shown as an empty one. The reason names its line.
      session = readRunLog(`${'\n'.repeat(number - 1)}${glued}`).header.session;
      return glued;
    }
    if (value?.v !== undefined && value.v !== eventVersion) {
      throw new RunLogError(
        'newer_format',
        number,
        `the event has the version ${String(value.v)}, not ${eventVersion}`,
      );
    }
    if (value?.session !== undefined && value.session !== session) {
      throw new RunLogError(
        'other_session',
        number,
        `it is of session ${String(value.session)}, and the header before it of ${String(session)}`,
      );
    }
    return text;
  };
}

type Entry = { readonly type?: unknown; readonly session?: unknown; readonly v?: unknown };

function parse(text: string): Entry | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
