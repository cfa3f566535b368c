import type { RunState } from './run-state.ts';

/**
 * Says at the start that a decision can reach nobody: without `approve` the run is suspended, and without a journal it
 * cannot be resumed. It is no event: a replay of the events, over a journal, must number them alike.
 */
export function flagLostApprovals({ session, spec, flags }: RunState): void {
  if (session.runtime.stores !== false || (spec.approve ?? session.approve)) return;
  const asking = [...spec.tools.tools.values()].filter(
    ({ approval, repeat }) =>
      approval === true || typeof approval === 'function' || repeat === 'ask',
  );
  if (asking.length === 0) return;
  flags.push(
    `approval: for a decision about ${asking.map(({ name }) => name).join(', ')} the run will be suspended and cannot be resumed, because nothing is stored; give approve, or a runtime that stores`,
  );
}
