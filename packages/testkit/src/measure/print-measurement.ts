import type { MeasuredTable, Measurement } from './measurement.ts';

/** Renders a measurement as plain text: the tables, then the remarks, then each floor. */
export function printMeasurement({ title, tables, remarks, floors }: Measurement): string {
  const verdicts = floors.map(
    ({ name, value, relation, floor, held }) =>
      `${held ? 'ok  ' : 'FAIL'} ${name}: ${showNumber(value)} (${relation} ${showNumber(floor)})`,
  );
  const sections = [
    title,
    ...tables.map(printTable),
    ...(remarks.length > 0 ? [remarks.join('\n')] : []),
    verdicts.join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function printTable({ title, rows }: MeasuredTable): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => showCell(row[column])));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]!.length)),
  );
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (row: string[]): string =>
    row
      .map((cell, index) =>
        isNumber[index] ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!),
      )
      .join('  ')
      .trimEnd();
  return [title, line(columns), ...cells.map(line)].join('\n');
}

function showCell(value: string | number | undefined): string {
  return typeof value === 'number' ? showNumber(value) : (value ?? '');
}

/** Whole numbers as they are, fractions with at most four decimals. */
function showNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
}
