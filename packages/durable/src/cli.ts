#!/usr/bin/env node
import { type Command, readCommand, usage } from './cli/read-command.ts';
import { type Done, runCommand } from './cli/run-command.ts';
import { openStore } from './open-store.ts';

// Whoever reads the output may have seen enough, as `head` has.
process.stdout.on('error', () => process.exit());
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let command: Command | 'help';
  try {
    command = readCommand(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
    return 2;
  }
  if (command === 'help') {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  try {
    const { lines, exitCode } = await withStore(command);
    for (const line of lines) process.stdout.write(`${line}\n`);
    return exitCode;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

async function withStore(command: Command): Promise<Done> {
  const create = command.name === 'resume' && command.isNew;
  const store = await openStore(command.store, { create });
  try {
    return await runCommand(command, store);
  } finally {
    await store.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
