/** How a run ended, in one word that code can rely on. */
export type Status = 'solved' | 'degraded' | 'stopped' | 'failed' | 'suspended';

/**
 * The table of ends (R9): every reason a run can end for, and the status it has. Nothing else decides a status;
 * that some text exists never makes a run solved.
 */
export const ends = {
  final: 'solved',
  goal_achieved: 'solved',
  gave_up: 'degraded',
  incomplete_evidence: 'degraded',
  max_steps: 'stopped',
  max_replans: 'stopped',
  condition_met: 'stopped',
  loop_detected: 'stopped',
  no_progress: 'stopped',
  goal_drift: 'stopped',
  error_limit: 'stopped',
  unrecoverable: 'stopped',
  budget: 'stopped',
  timeout: 'stopped',
  aborted: 'stopped',
  refused: 'failed',
  error: 'failed',
  awaiting_approval: 'suspended',
  detached: 'suspended',
} as const satisfies Record<string, Status>;

/** Why a run ended. */
export type StopReason = keyof typeof ends;

/** The reasons that have one status. */
export type StopReasonOf<Which extends Status> = {
  [Reason in StopReason]: (typeof ends)[Reason] extends Which ? Reason : never;
}[StopReason];

/**
 * When several ends come in one step, the one that stands first here is the reason and the others become flags.
 * Ends that are not listed never meet another one: they are returned by a strategy or end the run at once.
 */
export const endOrder = [
  'goal_achieved',
  'aborted',
  'budget',
  'timeout',
  'condition_met',
  'loop_detected',
  'error_limit',
  'unrecoverable',
  'no_progress',
  'goal_drift',
  'max_steps',
] as const satisfies readonly StopReason[];

/** Ends after which a best-so-far text may still be asked for: the run stopped itself and has time to say so. */
const softEnds: readonly StopReason[] = [
  'max_steps',
  'max_replans',
  'condition_met',
  'loop_detected',
  'no_progress',
  'goal_drift',
  'error_limit',
  'unrecoverable',
  'budget',
];

export function isSoftEnd(reason: StopReason): boolean {
  return softEnds.includes(reason);
}

/** Sorts ends that came together: first the reason, then the rest. Unlisted ends keep their place at the end. */
export function byEndOrder(left: StopReason, right: StopReason): number {
  return rank(left) - rank(right);
}

function rank(reason: StopReason): number {
  const place = (endOrder as readonly StopReason[]).indexOf(reason);
  return place === -1 ? endOrder.length : place;
}
