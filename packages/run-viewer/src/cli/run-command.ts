import { writeFile } from 'node:fs/promises';
import { diffRunLogs } from '@loopwright/telemetry/run-log';
import { renderHtml } from '../html/render-html.ts';
import { renderMermaid } from '../mermaid/render-mermaid.ts';
import { diffAsText } from './diff-as-text.ts';
import { fork } from './fork-command.ts';
import type { Command } from './read-command.ts';
import { readLog } from './read-log.ts';
import { type Done, replay } from './replay-command.ts';
import { importResume } from './resume-module.ts';
import { runAsText } from './run-as-text.ts';

type ShortCommand = Exclude<Command, { name: 'information' | 'serve' }>;

/** Does what was asked for. `stop` is aborted by SIGTERM and SIGINT. @throws Error that says what is wrong. */
export async function runCommand(command: ShortCommand, stop: AbortSignal): Promise<Done> {
  const log = await readLog(command.file);
  switch (command.name) {
    case 'html':
      if (command.out === '-') return { lines: [renderHtml(log)], exitCode: 0 };
      await writeNew(command.out, renderHtml(log), command.force);
      return { lines: [], exitCode: 0 };
    case 'mermaid':
      return { lines: [renderMermaid(log.events, { kind: command.kind })], exitCode: 0 };
    case 'replay':
      if (command.module === undefined) return { lines: runAsText(log), exitCode: 0 };
      return replay(log, await importResume(command.module), stop);
    case 'fork': {
      const resume = command.module === undefined ? undefined : await importResume(command.module);
      return fork(log, command.seq, resume, stop);
    }
    case 'diff': {
      const diff = diffRunLogs(log, await readLog(command.other));
      const lines = diffAsText(diff, [command.file, command.other]);
      return { lines, exitCode: diff.kind === 'same' ? 0 : 1 };
    }
  }
}

async function writeNew(file: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
    throw new Error(`${file} is there already; --force writes over it`);
  }
}
