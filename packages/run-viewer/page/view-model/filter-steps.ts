import { recordOf, shownValue } from './loose.ts';
import type { StepView } from './run-view.ts';

/** The kinds of content that can be hidden. */
export const contentKinds = [
  'thought',
  'answer',
  'call',
  'observation',
  'error',
  'verdict',
  'note',
  'model',
  'remark',
] as const;

export type ContentKind = (typeof contentKinds)[number];

/** What a reader wants to see. `hidden` kinds are left out; a step of which nothing is left is left out with them. */
export type StepFilter = { readonly words: string; readonly hidden: ReadonlySet<ContentKind> };

export const noFilter: StepFilter = { words: '', hidden: new Set() };

/** The steps that hold all words, in any case, in content that is not hidden. */
export function filterSteps(steps: readonly StepView[], filter: StepFilter): readonly StepView[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && filter.hidden.size === 0) return steps;
  return steps.filter((step) => {
    const contents = contentsOf(step);
    const shown = contentKinds.filter((kind) => !filter.hidden.has(kind) && contents[kind] !== '');
    if (shown.length === 0) return false;
    return words.every((word) => shown.some((kind) => contents[kind].includes(word)));
  });
}

const known = new WeakMap<StepView, Record<ContentKind, string>>();

/** The texts of a step in lower case, by kind. */
function contentsOf(step: StepView): Record<ContentKind, string> {
  const found = known.get(step);
  if (found !== undefined) return found;
  const failures = step.calls.filter(({ state }) => state === 'failed' || state === 'refused');
  const contents = {
    thought: texts([step.thought]),
    answer: texts([step.outcome?.text]),
    call: texts([
      step.subtask,
      ...[...step.calls, ...step.approvals].map(
        ({ tool, args }) => `${tool} ${shownValue(args ?? '')}`,
      ),
    ]),
    observation: texts(step.calls.map(({ observation }) => observation)),
    error: texts([
      ...failures.flatMap(({ observation, unreadable }) => [observation, unreadable]),
      ...step.models.map(({ error }) => error),
    ]),
    verdict: texts(step.verdicts.map(({ guard, kind, text }) => `${guard} ${kind} ${text}`)),
    note: texts(step.notes),
    model: texts(step.models.flatMap(({ role, text, sent }) => [role, text, ...(sent ?? [])])),
    remark: texts(
      step.remarks.map(({ name, text, data }) => `${name} ${text ?? ''} ${dataText(data)}`),
    ),
  };
  known.set(step, contents);
  return contents;
}

function texts(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n').toLowerCase();
}

function dataText(data: unknown): string {
  return Object.keys(recordOf(data)).length > 0 || data !== undefined ? shownValue(data) : '';
}
