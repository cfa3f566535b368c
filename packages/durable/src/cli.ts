#!/usr/bin/env node
import { openStore } from './cli/open-store.ts';
import { type Command, readCommand, usage } from './cli/read-command.ts';
import { runCommand } from './cli/run-command.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let command: Command | 'help';
  try {
    command = readCommand(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    return 2;
  }
  if (command === 'help') {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  try {
    const store = await openStore(command.store);
    try {
      for (const line of await runCommand(command, store)) process.stdout.write(`${line}\n`);
    } finally {
      await store.close();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}
