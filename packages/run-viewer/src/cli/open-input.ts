import { constants, createReadStream, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/**
 * Opens what can be read only once, from its beginning to its end: standard input (`-`), a named pipe, a device. Undefined
 * for a file or a folder, and for what is not there.
 */
export async function openInput(file: string): Promise<Readable | undefined> {
  if (file === '-') return process.stdin;
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return undefined;
  if (!stats.isFIFO()) return createReadStream(file);
  // A read of a file that waits for its writer can be ended by nobody and keeps the process; one of a socket can.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
