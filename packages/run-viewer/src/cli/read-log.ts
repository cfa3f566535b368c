import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type RunLog, readRunLogLines } from '@loopwright/telemetry/run-log';

/** Reads the log in a file, or from standard input to its end. @throws Error that names the file. */
export async function readLog(file: string): Promise<RunLog> {
  try {
    if (file === '-') return await readRunLogLines(createInterface({ input: process.stdin }));
    const handle = await open(file);
    try {
      return await readRunLogLines(handle.readLines({ autoClose: false }));
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new Error(`${file === '-' ? 'Standard input' : file}: ${reasonOf(cause)}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
  EADDRINUSE: 'the port is taken',
  ENOSPC: 'there is no space left',
};

/** What went wrong, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const known =
    typeof code === 'string' && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return known ?? (typeof message === 'string' ? message : String(error));
}
