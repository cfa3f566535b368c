import { diffRunLogs } from '@loopwright/telemetry/run-log';
import { renderMermaid } from '../mermaid/render-mermaid.ts';
import { diffAsText } from './diff-as-text.ts';
import { fork } from './fork-command.ts';
import type { Command } from './read-command.ts';
import { readLog } from './read-log.ts';
import { type Done, replay } from './replay-command.ts';
import { importResume } from './resume-module.ts';
import { runAsText } from './run-as-text.ts';
import { writePage } from './write-page.ts';

type ShortCommand = Exclude<Command, { name: 'information' | 'serve' }>;

/** Does what was asked for. @throws Error that says what is wrong. */
export async function runCommand(command: ShortCommand): Promise<Done> {
  const log = await readLog(command.file);
  switch (command.name) {
    case 'html':
      return writePage(log, command);
    case 'mermaid':
      return { lines: [renderMermaid(log.events, { kind: command.kind })], exitCode: 0 };
    case 'replay':
      if (command.module === undefined) return { lines: runAsText(log), exitCode: 0 };
      return replay(log, await importResume(command.module));
    case 'fork': {
      const resume = command.module === undefined ? undefined : await importResume(command.module);
      return fork(log, command.seq, resume);
    }
    case 'diff': {
      const diff = diffRunLogs(log, await readLog(command.other));
      const lines = diffAsText(diff, [command.file, command.other]);
      return { lines, exitCode: diff.kind === 'same' ? 0 : 1 };
    }
  }
}
