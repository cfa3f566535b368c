import type { StepView } from './run-view.ts';
import { stepTitle } from './step-words.ts';

/** Some steps in a row; one where there are few. */
export type TokenColumn = {
  /** What the first and the last of them are called. */
  readonly first: string;
  readonly last: string;
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
    columns.push({
      first: stepTitle(first),
      last: stepTitle(last),
      stepId: first.id,
      input,
      output,
      cumulative,
    });
  }
  return columns;
}
