import { once } from 'node:events';
import path from 'node:path';
import { type RunServer, serveRun } from '../serve/serve-run.ts';
import { checkBeginning, lineCheck } from './check-line.ts';
import { followLines } from './follow-lines.ts';
import type { Command } from './read-command.ts';
import { reasonOf } from './read-log.ts';

type ServeCommand = Extract<Command, { name: 'serve' }>;

/**
 * Serves a log and follows it until `stop` is aborted. `print` gets the address. Where another log begins in the file, that
 * one is served.
 *
 * @throws Error for a file that cannot be read, does not begin as a run log or mixes sessions.
 */
export async function serveLog(
  { file, port, open }: ServeCommand,
  { print, stop }: { print: (line: string) => void; stop: AbortSignal },
): Promise<void> {
  const name = file === '-' ? 'Standard input' : file;
  const stopped: Promise<unknown> = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  try {
    if (file !== '-') await checkBeginning(file);
    const server = await serveRun({ port, open, title: path.basename(name) });
    try {
      print(server.url);
      await Promise.race([
        stopped,
        follow(file, server, stop).then(async () => void (await stopped)),
      ]);
    } finally {
      await server.close();
    }
  } catch (cause) {
    throw new Error(`${name}: ${reasonOf(cause)}`, { cause });
  }
}

async function follow(file: string, server: RunServer, stop: AbortSignal): Promise<void> {
  const check = lineCheck();
  for await (const line of followLines(file, stop)) server.write(check(line));
  server.end();
}
