import { isAgentTool } from '../agent-tool.ts';
import { leaveIfDetached } from '../call-model.ts';
import type { Effect } from '../effect.ts';
import type { RunState } from '../run-state.ts';
import { shownArguments } from '../shown-arguments.ts';
import { openSlots, type Slot } from './slot.ts';

/**
 * Third phase: stores the intent of every `once` call before it starts. A call whose intent was stored in an earlier
 * life of the run and whose result was not has an unknown outcome; only the keys returned here are fresh.
 */
export async function intend(
  state: RunState,
  slots: readonly Slot[],
): Promise<ReadonlySet<string>> {
  const fresh = new Set<string>();
  const once = openSlots(slots).filter(
    ({ admitted }) => admitted.tool.effect === 'once' && !isAgentTool(admitted.tool),
  );
  if (once.length === 0) return fresh;
  leaveIfDetached(state);
  const ids = await state.session.runtime.all(
    once.map(({ key, identity }) => ({
      key: `${key}/intent`,
      run: async () => {
        fresh.add(key);
        // Stored and not made again: in a fork it would name the wrong session.
        return identity!.id;
      },
    })),
  );
  for (const [index, { key, admitted }] of once.entries()) {
    const { name: tool } = admitted.tool;
    const args = shownArguments(admitted.tool, admitted.args);
    const id = ids[index]!;
    const effect: Effect = { id, tool, args, status: 'unknown', stepKeys: [key] };
    state.session.log.emit(state.path, { type: 'intent', key, effect });
  }
  return fresh;
}
