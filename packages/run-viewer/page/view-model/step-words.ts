import { visibleText } from '../../src/story/visible-text.ts';
import { shortValue } from './loose.ts';
import type { StepView } from './run-view.ts';

/** How a step came out, as an icon and a word: colour is never alone. */
export type StepLook = {
  readonly tone: 'good' | 'bad' | 'warn' | 'plain' | 'busy';
  readonly icon: string;
  readonly word: string;
};

export function stepLook({ stage, kind, calls, models }: StepView): StepLook {
  if (kind === 'final') return { tone: 'good', icon: '✓', word: 'answer' };
  if (kind === 'give_up') return { tone: 'warn', icon: '◐', word: 'gave up' };
  if (kind === 'interrupted') return { tone: 'warn', icon: '■', word: 'interrupted' };
  if (kind === 'failed') return { tone: 'bad', icon: '✕', word: 'failed' };
  const bad = calls.filter(({ state }) => state === 'failed' || state === 'refused').length;
  if (bad > 0) {
    const word = bad === calls.length ? 'error' : `${bad} of ${calls.length} failed`;
    return { tone: 'bad', icon: '✕', word };
  }
  if (stage !== 'done') {
    const hasFailed = models.some(({ error }) => error !== undefined);
    if (hasFailed) return { tone: 'bad', icon: '✕', word: 'failed' };
    if (stage === 'end') return { tone: 'plain', icon: '■', word: 'end' };
    return { tone: 'busy', icon: '…', word: 'open' };
  }
  if (calls.some(({ state }) => state === 'unknown')) {
    return { tone: 'plain', icon: '·', word: 'not in this log' };
  }
  return { tone: 'plain', icon: '●', word: 'ok' };
}

/** Without the ends, which are no steps. */
export function withoutEnds(steps: readonly StepView[]): readonly StepView[] {
  return steps.some(({ stage }) => stage === 'end')
    ? steps.filter(({ stage }) => stage !== 'end')
    : steps;
}

/** How many of them are steps of the run, and not its end or what is not over. */
export function countSteps(steps: readonly StepView[]): number {
  return steps.filter(({ stage }) => stage === 'done').length;
}

/** What a step is called. */
export function stepTitle({ n, stage }: StepView): string {
  if (stage === 'end') return 'The end';
  return stage === 'open' ? `Step ${n}, not ended` : `Step ${n}`;
}

/** What a step did, in one line. */
export function stepSummary(step: StepView): string {
  const { calls, thought, kind, subtask, models, remarks, approvals } = step;
  const asked = calls.length > 0 ? [] : approvals.map(({ tool, args }) => callText(tool, args));
  const made = calls.map(({ tool, args, unreadable }) =>
    tool === '' && unreadable !== undefined ? 'unreadable reply' : callText(tool, args),
  );
  const text =
    made.length + asked.length > 0
      ? [...made, ...asked].join('; ')
      : (thought ??
          [...models.map(({ role }) => role), ...remarks.map(({ name }) => name)].join(', ')) ||
        kind;
  return visibleText(shortValue(subtask === undefined ? text : `${subtask}: ${text}`, 160));
}

function callText(tool: string, args: unknown): string {
  return `${tool} ${shortValue(args ?? '', 60)}`;
}
