import { useMemo } from 'preact/hooks';
import { showCount } from '../view-model/quantities.ts';
import type { StepView } from '../view-model/run-view.ts';
import { type TokenColumn, tokenColumns } from '../view-model/token-columns.ts';
import { memo } from './memo.tsx';

const maxColumns = 60;

/** Tokens of each step, and all together up to it. */
export const TokensPanel = memo(({ steps }: { steps: readonly StepView[] }) => {
  const columns = useMemo(() => {
    return tokenColumns(
      steps.filter(({ stage, models }) => stage !== 'end' || models.length > 0),
      maxColumns,
    );
  }, [steps]);
  const most = Math.max(1, ...columns.map(({ input, output }) => input + output));
  const total = columns.at(-1)?.cumulative ?? 0;
  const isEstimated = steps.some(({ tokens }) => tokens.isEstimated);
  const isIncomplete = steps.some(({ tokens }) => tokens.isIncomplete);
  const points = columns.map(
    ({ cumulative }, index) =>
      `${((index + 0.5) / columns.length) * 100},${100 - (cumulative / Math.max(1, total)) * 100}`,
  );
  return (
    <section aria-labelledby="tokens-title" class="panel">
      <h2 id="tokens-title">Tokens</h2>
      {total === 0 ? (
        <p class="muted">No token counts in this log.</p>
      ) : (
        <>
          <p>
            {showCount(total)} in all{isEstimated && ', estimated'}
            {isIncomplete && '; some calls do not say'}
          </p>
          <p class="legend">
            <span class="swatch input" /> in <span class="swatch output" /> out{' '}
            <span class="swatch cumulative" /> cumulative
          </p>
          <div class="columns" role="img" aria-label={describe(columns)}>
            {columns.map((column) => (
              <span key={column.stepId} title={titleOf(column)}>
                <span class="output" style={{ height: `${(column.output / most) * 100}%` }} />
                <span class="input" style={{ height: `${(column.input / most) * 100}%` }} />
              </span>
            ))}
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <polyline points={points.join(' ')} />
            </svg>
          </div>
          <p class="axis muted">
            <span>{columns[0]?.first}</span>
            <span>{columns.at(-1)?.last}</span>
          </p>
        </>
      )}
    </section>
  );
});

function titleOf({ first, last, input, output, cumulative }: TokenColumn): string {
  const steps = first === last ? first : `${first} to ${last}`;
  return `${steps}: ${showCount(input)} in, ${showCount(output)} out, ${showCount(cumulative)} up to here`;
}

function describe(columns: readonly TokenColumn[]): string {
  const last = columns.at(-1);
  return last === undefined ? 'No tokens' : `Tokens by step. ${titleOf(last)}.`;
}
