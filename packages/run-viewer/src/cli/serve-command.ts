import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { serveRunDefaults } from '../serve/serve-options.ts';
import { serveRun } from '../serve/serve-run.ts';
import { checkBeginning, lineCheck } from './check-line.ts';
import { followLines } from './follow-lines.ts';
import { hiddenNotice } from './hidden-notice.ts';
import type { Command } from './read-command.ts';
import { reasonOf } from './read-log.ts';
import { stopSignal } from './stop-signal.ts';

type ServeCommand = Extract<Command, { name: 'serve' }>;

/**
 * Serves a log and follows it until SIGTERM or SIGINT. `print` gets the address, `warn` what a page would not tell. Where another log begins in the file, that
 * one is served.
 *
 * @throws Error for a file that cannot be read, does not begin as a run log, mixes sessions or has events of a newer version.
 */
export async function serveLog(
  { file, port, open }: ServeCommand,
  { print, warn }: { print: (line: string) => void; warn: (line: string) => void },
): Promise<void> {
  const stop = stopSignal();
  const name = file === '-' ? 'Standard input' : file;
  const stopped = once(stop, 'abort');
  try {
    if (file !== '-') await checkBeginning(file);
    const maxChars = serveRunDefaults.maxChars + (await sizeOf(file));
    const server = await serveRun({ port, open, title: path.basename(name), maxChars });
    const notice = hiddenNotice(maxChars, warn);
    const write = (line: string) => {
      notice(line);
      server.write(line);
    };
    try {
      print(server.url);
      await Promise.race([stopped, follow(file, write, stop)]);
      server.end();
      await stopped;
    } finally {
      await server.close();
    }
  } catch (cause) {
    throw new Error(`${name}: ${reasonOf(cause)}`, { cause });
  }
}

/** What is there already is kept as a whole, and as much again as is kept of any run. Characters are never more than bytes. */
async function sizeOf(file: string): Promise<number> {
  return file === '-' ? 0 : (await stat(file)).size;
}

async function follow(
  file: string,
  write: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const check = lineCheck();
  for await (const line of followLines(file, stop)) write(check(line));
}
