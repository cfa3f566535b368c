import type { Ref } from 'preact';
import { type ContentKind, contentKinds, type StepFilter } from '../view-model/filter-steps.ts';
import { counted, showCount } from '../view-model/quantities.ts';

const labels: Record<ContentKind, string> = {
  thought: 'thoughts',
  answer: 'answers',
  call: 'calls',
  observation: 'observations',
  error: 'errors',
  verdict: 'verdicts',
  note: 'notes',
  model: 'model calls',
  remark: 'flags and events',
};

type SearchBarProps = {
  filter: StepFilter;
  onFilter: (filter: StepFilter) => void;
  found: number;
  all: number;
  input: Ref<HTMLInputElement>;
};

/** Search in what is shown, and what is shown at all. */
export function SearchBar({ filter, onFilter, found, all, input }: SearchBarProps) {
  const toggle = (kind: ContentKind) => {
    const hidden = new Set(filter.hidden);
    if (!hidden.delete(kind)) hidden.add(kind);
    onFilter({ ...filter, hidden });
  };
  const only = () => {
    const hidden = new Set(contentKinds.filter((kind) => kind !== 'error'));
    onFilter({ ...filter, hidden: filter.hidden.size === hidden.size ? new Set() : hidden });
  };
  return (
    <search class="search">
      <label>
        <span class="visually-hidden">Search steps</span>
        <input
          ref={input}
          type="search"
          placeholder="Search steps ( / )"
          value={filter.words}
          onInput={(event) => onFilter({ ...filter, words: event.currentTarget.value })}
        />
      </label>
      <fieldset class="choices">
        <legend class="visually-hidden">Shown kinds</legend>
        {contentKinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={!filter.hidden.has(kind)}
            onClick={() => toggle(kind)}
          >
            <span aria-hidden="true">{filter.hidden.has(kind) ? '○' : '●'}</span> {labels[kind]}
          </button>
        ))}
        <button type="button" class="link" onClick={only}>
          only errors / all
        </button>
      </fieldset>
      <p class="muted" role="status">
        {found === all ? counted(all, 'step') : `${showCount(found)} of ${counted(all, 'step')}`}
      </p>
    </search>
  );
}
