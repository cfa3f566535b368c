import type { Effect } from './effect.ts';
import type { RunState } from './run-state.ts';

/** The effects of a run and its sub-agents. A sub-agent does not tell of what its parent did. */
export function effectsOf({ path, session }: RunState): Effect[] {
  return session.ledger.effects.filter(({ stepKeys }) =>
    stepKeys.some((key) => key.startsWith(path)),
  );
}
