import type { ContentKind } from '../view-model/filter-steps.ts';
import { showCount } from '../view-model/quantities.ts';
import type { RunPart, StepView } from '../view-model/run-view.ts';
import { memo } from './memo.tsx';
import { StepCard } from './step-card.tsx';

/** Steps on one page of the transcript. */
export const stepsPerPage = 10;

type TranscriptProps = {
  steps: readonly StepView[];
  page: number;
  onPage: (page: number) => void;
  selectedId: string | undefined;
  hidden: ReadonlySet<ContentKind>;
  parts: ReadonlyMap<string, RunPart>;
};

/** The steps in full, a page at a time. */
export const Transcript = memo((props: TranscriptProps) => {
  const { steps, page, onPage, selectedId, hidden, parts } = props;
  const shown = steps.slice(page * stepsPerPage, (page + 1) * stepsPerPage);
  const pager = steps.length > stepsPerPage && (
    <Pager steps={steps.length} page={page} onPage={onPage} />
  );
  return (
    <section id="transcript" aria-labelledby="transcript-title">
      <h2 id="transcript-title">Transcript</h2>
      {pager}
      {shown.map((step) => (
        <StepCard
          key={step.id}
          step={step}
          hidden={hidden}
          isSelected={step.id === selectedId}
          parts={parts}
        />
      ))}
      {shown.length === 0 && <p class="muted">No step.</p>}
      {pager}
    </section>
  );
});

function Pager({
  steps,
  page,
  onPage,
}: {
  steps: number;
  page: number;
  onPage: (page: number) => void;
}) {
  const last = Math.ceil(steps / stepsPerPage) - 1;
  const from = page * stepsPerPage + 1;
  const to = Math.min(steps, from + stepsPerPage - 1);
  return (
    <p class="pager">
      <button type="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
        ‹ Earlier
      </button>
      <span>
        {showCount(from)} to {showCount(to)} of {showCount(steps)}
      </span>
      <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Later ›
      </button>
    </p>
  );
}
