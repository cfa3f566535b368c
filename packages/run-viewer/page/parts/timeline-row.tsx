import { showCount, showMs } from '../view-model/quantities.ts';
import type { PhaseMs, StepView } from '../view-model/run-view.ts';
import { stepLook, stepSummary } from '../view-model/step-words.ts';
import { Badge } from './badge.tsx';
import { memo } from './memo.tsx';

/** In CSS pixels; on narrow pages a row has two lines. */
export const rowHeights = { wide: 32, narrow: 66 } as const;

type RowProps = {
  step: StepView;
  index: number;
  count: number;
  rowHeight: number;
  /** Milliseconds of the longest step. */
  longest: number;
  isSelected: boolean;
  onSelect: (id: string) => void;
};

export const TimelineRow = memo((props: RowProps) => {
  const { step, index, count, rowHeight, longest, isSelected, onSelect } = props;
  const { tone, icon, word } = stepLook(step);
  const { tokens, ms } = step;
  const total = ms.think + ms.act + ms.reflect;
  const summary = stepSummary(step);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
    <div
      id={`row-${step.id}`}
      class={isSelected ? 'row selected' : 'row'}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
      onClick={() => onSelect(step.id)}
    >
      <span class="n" style={{ paddingLeft: `${step.depth * 10}px` }}>
        {step.depth > 0 && '↳'}
        {step.n}
      </span>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <span class="summary" title={summary}>
        {summary}
      </span>
      <PhaseBar ms={ms} longest={longest} />
      <span class="number">{step.hasFigures && showMs(total)}</span>
      <span class="number tokens">
        {step.hasFigures && `${showCount(tokens.input + tokens.output)} tok`}
      </span>
    </div>
  );
});

function PhaseBar({ ms, longest }: { ms: PhaseMs; longest: number }) {
  const text = `think ${showMs(ms.think)}, act ${showMs(ms.act)}, reflect ${showMs(ms.reflect)}`;
  return (
    <span class="phases" title={text}>
      <span class="visually-hidden">{text}</span>
      {(['think', 'act', 'reflect'] as const).map((phase) => (
        <span
          key={phase}
          class={phase}
          style={{ width: longest === 0 ? '0' : `${(ms[phase] / longest) * 100}%` }}
        />
      ))}
    </span>
  );
}
