import type { StepView } from './run-view.ts';

/** Some steps in a row; one where there are few. */
export type TokenColumn = {
  readonly firstN: number;
  readonly lastN: number;
  /** The first of the steps. */
  readonly stepId: string;
  readonly input: number;
  readonly output: number;
  /** All tokens up to here. */
  readonly cumulative: number;
};

/** The tokens of the steps in at most so many columns. */
export function tokenColumns(steps: readonly StepView[], maxColumns: number): TokenColumn[] {
  const size = Math.max(1, Math.ceil(steps.length / maxColumns));
  const columns: TokenColumn[] = [];
  let cumulative = 0;
  for (let start = 0; start < steps.length; start += size) {
    const some = steps.slice(start, start + size);
    const input = some.reduce((sum, { tokens }) => sum + tokens.input, 0);
    const output = some.reduce((sum, { tokens }) => sum + tokens.output, 0);
    cumulative += input + output;
    const [first, last] = [some[0]!, some.at(-1)!];
    columns.push({ firstN: first.n, lastN: last.n, stepId: first.id, input, output, cumulative });
  }
  return columns;
}
