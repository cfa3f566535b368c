import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two looks at a file. Notices of file systems do not come everywhere. */
const lookMs = 200;
const chunkBytes = 256 * 1024;

/**
 * The lines of a file that may still be growing, each as soon as its line break is there, until `signal` is aborted. A file
 * that is not there yet is waited for; one that is written anew is read from its beginning. Standard input (`-`) ends.
 */
export async function* followLines(file: string, signal: AbortSignal): AsyncGenerator<string> {
  if (file === '-') {
    for await (const line of createInterface({ input: process.stdin })) yield line;
    return;
  }
  let position = 0;
  let rest: string[] = [];
  let decoder = new StringDecoder('utf8');
  const chunk = Buffer.alloc(chunkBytes);
  while (!signal.aborted) {
    const { bytesRead, size } = await readAt(file, position, chunk);
    if (size < position) {
      position = 0;
      rest = [];
      decoder = new StringDecoder('utf8');
      continue;
    }
    if (bytesRead === 0) {
      await wait(lookMs, undefined, { signal }).catch(() => {});
      continue;
    }
    position += bytesRead;
    const [first, ...lines] = decoder.write(chunk.subarray(0, bytesRead)).split('\n');
    rest.push(first!);
    for (const line of lines) {
      yield rest.join('');
      rest = [line];
    }
  }
}

async function readAt(file: string, position: number, chunk: Buffer) {
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      return { bytesRead, size };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    return { bytesRead: 0, size: 0 };
  }
}
