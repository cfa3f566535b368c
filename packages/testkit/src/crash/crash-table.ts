import type { CrashRow } from './crash-strategy.ts';

const columns: readonly [string, (row: CrashRow) => string | number][] = [
  ['strategy', ({ strategy }) => strategy],
  ['sessions', ({ sessions }) => sessions],
  ['kills', ({ kills }) => kills],
  ['stored steps', ({ steps }) => steps],
  ['re-run', ({ rerun }) => rerun],
  ['extra model starts', ({ extraModelStarts }) => extraModelStarts],
  ['extra tool starts', ({ extraToolStarts }) => extraToolStarts],
  ['deduplicated', ({ deduplicated }) => deduplicated],
  ['duplicate effects', ({ duplicateEffects }) => duplicateEffects],
  ['unknown', ({ unknown }) => unknown],
  ['of them missing', ({ missing }) => missing],
];

/** The rows as a table in Markdown. */
export function crashTable(rows: readonly CrashRow[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([name]) => name)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');
}
