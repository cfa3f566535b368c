import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readRunLog } from '@loopwright/telemetry/run-log';
import { type RunServer, serveRun } from '../serve/serve-run.ts';
import { followLines } from './follow-lines.ts';
import type { Command } from './read-command.ts';
import { reasonOf } from './read-log.ts';

type ServeCommand = Extract<Command, { name: 'serve' }>;

/**
 * Serves a log and follows it until `stop` is aborted. `print` gets the address.
 *
 * @throws Error for a file that cannot be read or does not begin as a run log.
 */
export async function serveLog(
  { file, port, open }: ServeCommand,
  { print, stop }: { print: (line: string) => void; stop: AbortSignal },
): Promise<void> {
  const name = file === '-' ? 'Standard input' : file;
  const stopped: Promise<unknown> = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  try {
    if (file !== '-') await stat(file);
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
  let isFirst = true;
  for await (const line of followLines(file, stop)) {
    const text = line.replace(/^\uFEFF/, '').trim();
    // Whatever is no run log is refused with the reason, and not shown as an empty one.
    if (isFirst && text !== '') readRunLog(text);
    isFirst &&= text === '';
    server.write(text);
  }
  server.end();
}
