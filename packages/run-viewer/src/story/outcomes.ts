import type { Status, Step } from '@loopwright/agent-run';

/** How something went. `open`: nothing says how. */
export type Outcome =
  | 'success'
  | 'failure'
  | 'degraded'
  | 'refused'
  | 'stopped'
  | 'suspended'
  | 'open';

const refusals: readonly string[] = ['denied', 'repeat_refused', 'call_limit', 'not_enough_time'];

/** A call that was not let in is refused; one that was tried and did not work failed. */
export function outcomeOfCall(observation: Step['observations'][number] | undefined): Outcome {
  if (observation === undefined) return 'open';
  if (observation.ok) return 'success';
  const { code, class: of } = observation.error;
  return of === 'policy' || refusals.includes(code) ? 'refused' : 'failure';
}

export function outcomeOfStep({ kind }: Step): Outcome {
  const outcomes = {
    act: 'open',
    final: 'success',
    give_up: 'degraded',
    failed: 'failure',
    interrupted: 'stopped',
  } as const satisfies Record<Step['kind'], Outcome>;
  return outcomes[kind] ?? 'open';
}

export function outcomeOfRun(status: Status, stopReason: string): Outcome {
  if (stopReason === 'refused') return 'refused';
  const outcomes = {
    solved: 'success',
    degraded: 'degraded',
    stopped: 'stopped',
    failed: 'failure',
    suspended: 'suspended',
  } as const satisfies Record<Status, Outcome>;
  return outcomes[status] ?? 'open';
}
