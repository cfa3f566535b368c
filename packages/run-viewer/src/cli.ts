#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { type Command, readCommand } from './cli/read-command.ts';
import { reasonOf } from './cli/read-log.ts';
import { runCommand } from './cli/run-command.ts';
import { serveLog } from './cli/serve-command.ts';
import { usage } from './cli/usage.ts';
import { visibleText } from './story/visible-text.ts';

process.stdout.on('error', (error: { readonly code?: unknown }) => {
  // Whoever reads the output may have seen enough, as `head` has.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`Standard output: ${messageOf(reasonOf(error))}\n`);
  process.exit(1);
});
// A run of a module can wait for what never comes.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return;
  process.stderr.write('Nothing is left that could go on, and the module has not ended its run\n');
  process.exitCode = 1;
});
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});

async function main(args: string[]): Promise<number> {
  let command: Command;
  try {
    command = readCommand(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\nloopwright-viewer --help lists the options.\n`);
    return 2;
  }
  try {
    return await obey(command);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

async function obey(command: Command): Promise<number> {
  if (command.name === 'information') {
    return print([command.about === 'help' ? usage : version()]);
  }
  if (command.name === 'serve') {
    await serveLog(command, {
      print: (url) => print([`${url}  (Ctrl-C ends)`]),
      warn: (line) => process.stderr.write(`${line}\n`),
    });
    return 0;
  }
  const { lines, exitCode } = await runCommand(command);
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
