import { entryOf, textOf, textsOf } from './loose.ts';
import type { RunView } from './run-view.ts';

/** How a run stands: one of the statuses of a result, or what stands for one while there is no result. */
export type StatusName =
  | 'solved'
  | 'degraded'
  | 'stopped'
  | 'failed'
  | 'suspended'
  | 'running'
  | 'cut'
  | 'unknown';

export type RunStatus = {
  readonly name: StatusName;
  /** Stands beside the colour. */
  readonly icon: string;
  readonly word: string;
  readonly stopReason: string | undefined;
  /** What the stop reason means, in words. */
  readonly meaning: string;
  /** What the run itself says about its end. */
  readonly reason: string | undefined;
  readonly answer: unknown;
  /** What was achieved, where there is no answer. */
  readonly partial: string | undefined;
  readonly missing: readonly string[];
  readonly flags: readonly string[];
};

const looks: Record<StatusName, readonly [icon: string, word: string]> = {
  solved: ['✓', 'Solved'],
  degraded: ['◐', 'Degraded'],
  stopped: ['■', 'Stopped'],
  failed: ['✕', 'Failed'],
  suspended: ['‖', 'Suspended'],
  running: ['▶', 'Still running'],
  cut: ['✂', 'Cut off'],
  unknown: ['?', 'Unknown end'],
};

const meanings: Readonly<Record<string, string>> = {
  final: 'The model gave its answer.',
  goal_achieved: 'The goal check of the caller held.',
  gave_up: 'The model gave up and said what is missing.',
  incomplete_evidence: 'Part of the evidence of a plan could not be had.',
  max_steps: 'The step limit was reached.',
  max_replans: 'The plan failed and no replan is left.',
  condition_met: 'A stop condition of the caller held.',
  loop_detected: 'The same actions came over and over.',
  no_progress: 'There was no milestone for too long.',
  goal_drift: 'The actions left the goal.',
  error_limit: 'Too many errors came in a row.',
  unrecoverable: 'Reflection saw no way on.',
  budget: 'Calls, tokens or money are used up.',
  timeout: 'The time is used up.',
  aborted: 'The caller cancelled the run.',
  refused: 'The model declined the task.',
  error: 'An essential part failed.',
  awaiting_approval: 'A call waits for a decision. The run can be resumed.',
  detached: 'The process left the run. It can be resumed.',
};

/**
 * @param isCut whether the last line of the log is cut
 * @param more where further events come from, if any do
 */
export function runStatus(view: RunView, isCut: boolean, more?: 'live' | 'replay'): RunStatus {
  const { result, isFinished } = view.root;
  const stopReason = textOf(result.stopReason);
  const partial = partialOf(result.partial);
  if (isFinished) {
    const name = textOf(result.status) as StatusName | undefined;
    const known = name !== undefined && Object.hasOwn(looks, name) ? name : 'unknown';
    return {
      ...look(known),
      stopReason,
      meaning: entryOf(meanings, stopReason) ?? 'The log does not say why it ended.',
      reason: textOf(result.reason),
      answer: result.answer,
      ...partial,
      flags: textsOf(result.flags),
    };
  }
  const { name, meaning } = openStatus(view, isCut, more);
  const flags = view.steps.flatMap(({ remarks }) =>
    remarks.flatMap(({ type, name, text }) => (type === 'flag' ? `${name}: ${text ?? ''}` : [])),
  );
  return {
    ...look(name),
    stopReason,
    meaning,
    reason: undefined,
    answer: undefined,
    ...partial,
    flags,
  };
}

function openStatus(view: RunView, isCut: boolean, more: 'live' | 'replay' | undefined) {
  if (more === 'replay') {
    return { name: 'running', meaning: 'The run as it stood at this event.' } as const;
  }
  const waiting = view.approvals.filter(({ decision }) => decision === 'waiting');
  if (waiting.length > 0) {
    const tools = waiting.map(({ tool }) => tool).join(', ');
    return { name: 'suspended', meaning: `A decision about ${tools} is awaited.` } as const;
  }
  if (isCut) {
    const meaning =
      'The last line of the log is cut: the process that wrote it died, or still writes.';
    return { name: 'cut', meaning } as const;
  }
  const meaning =
    more === 'live' ? 'Events come as they happen.' : 'The log ends before the run does.';
  return { name: 'running', meaning } as const;
}

function look(name: StatusName) {
  const [icon, word] = looks[name];
  return { name, icon, word };
}

function partialOf(value: unknown): Pick<RunStatus, 'partial' | 'missing'> {
  const { text, missing } = (value ?? {}) as { text?: unknown; missing?: unknown };
  return { partial: textOf(text), missing: textsOf(missing) };
}
