import type { BrokenMachine } from './broken/run-broken.ts';
import { type FeesRun, feesQuestion } from './fees/run-fees.ts';
import type { ModeReport } from './france/run-france.ts';
import { fact, question } from './france/world.ts';

/** The three strategies side by side, one line each. */
export function renderFrance(modes: readonly ModeReport[]): string {
  const rows = modes.map((report) => [
    report.mode,
    String(report.modelCalls),
    String(report.replans),
    `${report.toolCalls.ok} ok, ${report.toolCalls.failed} failed`,
    String(report.waves),
    `${report.tokens.input ?? '?'} in, ${report.tokens.output ?? '?'} out`,
    String(report.answer ?? report.stopReason),
  ]);
  const head = [
    'mode',
    'model calls',
    'replans',
    'tool calls',
    'waves',
    'tokens (estimated)',
    'answer',
  ];
  return `${question}\nThe fact: ${fact}.\n\n${table([head, ...rows])}\n`;
}

/** Each broken machine above the sound one. */
export function renderBroken(machines: readonly BrokenMachine[]): string {
  return machines
    .map(
      ({ simplification, broken, sound }) =>
        `The simplification: ${simplification}\n   broken   ${broken}\n   sound    ${sound}\n`,
    )
    .join('\n');
}

/** The agent that is never satisfied, alone and guarded. */
export function renderFees(runs: readonly FeesRun[]): string {
  const blocks = runs.map(({ guard, searches, end, answer }) =>
    [
      `Guarded by: ${guard}`,
      `   Searches ${searches.toLocaleString('en')}`,
      `   End      ${end}`,
      ...(answer === null ? [] : [`   Answer   ${answer}`]),
    ].join('\n'),
  );
  return `${feesQuestion}\n\n${blocks.join('\n\n')}\n`;
}

function table(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
