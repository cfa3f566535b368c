#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { type Command, readCommand } from './cli/read-command.ts';
import { runCommand } from './cli/run-command.ts';
import { serveLog } from './cli/serve-command.ts';
import { usage } from './cli/usage.ts';
import { visibleText } from './story/visible-text.ts';

// Whoever reads the output may have seen enough, as `head` has.
process.stdout.on('error', () => process.exit());
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let command: Command;
  try {
    command = readCommand(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\nloopwright-viewer --help lists the options.\n`);
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  try {
    return await obey(command, stop.signal);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

async function obey(command: Command, stop: AbortSignal): Promise<number> {
  if (command.name === 'information') {
    return print([command.about === 'help' ? usage : version()]);
  }
  if (command.name === 'serve') {
    await serveLog(command, { print: (url) => print([`${url}  (Ctrl-C ends)`]), stop });
    // Standard input that nobody has ended would keep the process.
    process.stdin.destroy();
    return 0;
  }
  const { lines, exitCode } = await runCommand(command, stop);
  print(lines);
  return exitCode;
}

function print(lines: readonly string[]): number {
  for (const line of lines) process.stdout.write(`${line}\n`);
  return 0;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Messages may quote the run: no line of it can pass for one of this program. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return visibleText(message).replaceAll('\n', '\n    ');
}
