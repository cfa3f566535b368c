import { useLayoutEffect, useRef } from 'preact/hooks';
import { counted } from '../view-model/quantities.ts';
import type { StepView } from '../view-model/run-view.ts';
import { countSteps } from '../view-model/step-words.ts';
import { memo } from './memo.tsx';
import { rowHeights, TimelineRow } from './timeline-row.tsx';
import { useMedia } from './use-media.ts';
import { useWindow } from './use-window.ts';

const maxHeight = 384;

type TimelineProps = {
  steps: readonly StepView[];
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  onMove: (by: number) => void;
};

/** One row for each step, with the time that it took by what it was spent on. Only rows in sight are drawn. */
export const Timeline = memo(({ steps, selectedId, onSelect, onMove }: TimelineProps) => {
  const list = useRef<HTMLDivElement>(null);
  const rowHeight = useMedia('(max-width: 700px)') ? rowHeights.narrow : rowHeights.wide;
  const viewHeight = Math.min(maxHeight, steps.length * rowHeight);
  const { start, end, onScroll } = useWindow(steps.length, rowHeight, viewHeight);
  const selectedIndex = steps.findIndex(({ id }) => id === selectedId);
  const longest = steps.reduce((most, { ms }) => Math.max(most, ms.think + ms.act + ms.reflect), 0);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || selectedIndex === -1) return;
    const top = selectedIndex * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + viewHeight) {
      element.scrollTop = top + rowHeight - viewHeight;
    }
  }, [selectedIndex, rowHeight, viewHeight]);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };

  return (
    <section id="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">
        Timeline <span class="muted">{counted(countSteps(steps), 'step')}</span>
      </h2>
      <p class="legend">
        <span class="swatch think" /> think <span class="swatch act" /> act{' '}
        <span class="swatch reflect" /> reflect
      </p>
      {steps.length === 0 && <p class="muted">No step.</p>}
      {steps.length > 0 && (
        <div
          class="rows"
          ref={list}
          role="listbox"
          aria-label="Steps"
          tabIndex={0}
          aria-activedescendant={selectedIndex === -1 ? undefined : `row-${selectedId}`}
          style={{ maxHeight: `${maxHeight}px` }}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
        >
          <div
            role="presentation"
            style={{ height: `${steps.length * rowHeight}px`, position: 'relative' }}
          >
            {steps.slice(start, end).map((step, offset) => (
              <TimelineRow
                key={step.id}
                step={step}
                index={start + offset}
                count={steps.length}
                rowHeight={rowHeight}
                longest={longest}
                isSelected={step.id === selectedId}
                onSelect={onSelect}
              />
            ))}
          </div>
        </div>
      )}
    </section>
  );
});
