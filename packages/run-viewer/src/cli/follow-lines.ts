import { open } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { LineSplitter, type NumberedLine } from './line-splitter.ts';
import { openInput } from './open-input.ts';

/** Milliseconds between two looks at a file. Notices of file systems do not come everywhere. */
const lookMs = 200;
const chunkBytes = 256 * 1024;
/** Of the beginning of a file, by which it is known again: the header of a log and what its run started with. */
const beginningBytes = 4096;

/**
 * The lines of a file that may still be growing, each as soon as its line break is there, until `signal` is aborted. A last
 * line that is a whole JSON object needs no line break. A file that is not there yet is waited for; one that is written anew
 * or replaced is read from its beginning, and its lines are counted from there. Standard input (`-`), pipes and devices end.
 */
export async function* followLines(
  file: string,
  signal: AbortSignal,
): AsyncGenerator<NumberedLine> {
  const input = await openInput(file);
  if (input === undefined) {
    yield* followFile(file, signal);
    return;
  }
  const lines = new LineSplitter();
  for await (const piece of addAbortSignal(signal, input)) yield* lines.add(piece);
  yield* lines.takeLast(() => true);
}

async function* followFile(file: string, signal: AbortSignal): AsyncGenerator<NumberedLine> {
  let position = 0;
  let known: Beginning = { inode: undefined, bytes: Buffer.alloc(0) };
  let lines = new LineSplitter();
  const chunk = Buffer.alloc(chunkBytes);
  while (!signal.aborted) {
    const { bytesRead, size, beginning } = await readAt(file, position, chunk);
    if (position > 0 && (size < position || !isSame(known, beginning))) {
      position = 0;
      lines = new LineSplitter();
      continue;
    }
    known = beginning;
    if (bytesRead === 0) {
      yield* lines.takeLast(isWhole);
      await wait(lookMs, undefined, { signal }).catch(() => {});
      continue;
    }
    position += bytesRead;
    yield* lines.add(chunk.subarray(0, bytesRead));
  }
}

type Beginning = { readonly inode: number | undefined; readonly bytes: Buffer };

/** Whether a file is the one that was known, and has only grown. */
function isSame(known: Beginning, { inode, bytes }: Beginning): boolean {
  return known.inode === inode && known.bytes.equals(bytes.subarray(0, known.bytes.length));
}

async function readAt(file: string, position: number, chunk: Buffer) {
  try {
    const handle = await open(file);
    try {
      const { size, ino } = await handle.stat();
      const { buffer, bytesRead: has } = await handle.read(Buffer.alloc(beginningBytes), {
        position: 0,
      });
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      return { bytesRead, size, beginning: { inode: ino, bytes: buffer.subarray(0, has) } };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    return { bytesRead: 0, size: 0, beginning: { inode: undefined, bytes: Buffer.alloc(0) } };
  }
}

function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}
