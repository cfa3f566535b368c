import { fstatSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { RunLog } from '@loopwright/telemetry/run-log';
import { renderHtml } from '../html/render-html.ts';
import { visibleText } from '../story/visible-text.ts';
import type { Command } from './read-command.ts';
import type { Done } from './replay-command.ts';

type HtmlCommand = Extract<Command, { name: 'html' }>;

/**
 * Writes the page of a log, or prints it.
 *
 * @throws Error for a file that is there, unless it is to be written over, and always for the file of the log itself.
 */
export async function writePage(log: RunLog, { file, out, force }: HtmlCommand): Promise<Done> {
  if (out === '-') return { lines: [renderHtml(log)], exitCode: 0 };
  if (isSameFile(file, out)) {
    throw new Error(`${out} is the run log itself, which --html never writes over`);
  }
  try {
    await writeFile(out, renderHtml(log), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
    throw new Error(`${out} is there already; --force writes over it`);
  }
  return { lines: [`${visibleText(out)} is written; open it in a browser`], exitCode: 0 };
}

/** Whether two names, or standard input and a name, are of one file, whatever links lead there. */
function isSameFile(file: string, out: string): boolean {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const to = statSync(out, options);
  const from = file === '-' ? fstatSync(0, options) : statSync(file, options);
  return to !== undefined && from?.dev === to.dev && from.ino === to.ino;
}
