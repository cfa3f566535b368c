import {
  type Checkpoint,
  checkNewCheckpoint,
  type NewCheckpoint,
  stateToJson,
} from '@loopwright/planner';
import { newCheckpointId, sessionKeyOf } from './checkpoint-ids.ts';
import { type StoredCheckpoint, sealCheckpoint } from './stored-checkpoint.ts';

/** A checkpoint that is ready to be stored, or is larger than the whole store. */
export type PreparedCheckpoint =
  | { readonly fits: true; readonly checkpoint: Checkpoint; readonly stored: StoredCheckpoint }
  | { readonly fits: false; readonly bytes: number };

/**
 * Writes what a caller wants to keep. Synchronous, so that what the caller changes after the call is not in it. Its size is
 * that of its JSON in UTF-8.
 *
 * @throws UncopyableStateError for what JSON does not keep as it is
 */
export function prepareCheckpoint(
  checkpoint: NewCheckpoint<unknown, unknown>,
  { savedAt, maxBytes }: { readonly savedAt: number; readonly maxBytes: number },
): PreparedCheckpoint {
  const draft = checkNewCheckpoint(checkpoint);
  const plan = stateToJson(checkpoint.plan, 'plan', maxBytes);
  const goalState = stateToJson(checkpoint.goalState, 'goalState', maxBytes);
  const bytes = Buffer.byteLength(plan) + Buffer.byteLength(goalState);
  if (bytes > maxBytes) return { fits: false, bytes };
  const id = newCheckpointId(sessionKeyOf(draft.sessionId));
  const prepared: Checkpoint = { id, ...draft, savedAt, bytes };
  return {
    fits: true,
    checkpoint: prepared,
    stored: sealCheckpoint(prepared, `[${plan},${goalState}]`),
  };
}
