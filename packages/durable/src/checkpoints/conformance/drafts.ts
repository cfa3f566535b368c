import type { Checkpoint, CheckpointPriority, NewCheckpoint } from '@loopwright/planner';
import { demand } from '../../conformance/demands.ts';
import type { State, Store } from './checkpoint-cases.ts';

export type Draft = NewCheckpoint<State, State>;

/** A checkpoint of a small state, with what a case wants otherwise. */
export function draftOf(changes: Partial<Draft> = {}): Draft {
  return {
    sessionId: 's',
    plan: { tasks: [{ id: 'a', status: 'pending' }] },
    goalState: { goal: 'g', remainingSubgoals: ['a'] },
    seq: 0,
    ...changes,
  };
}

/** Saves a checkpoint that must find room. */
export async function saved(store: Store, changes: Partial<Draft> = {}): Promise<Checkpoint> {
  const saving = await store.save(draftOf(changes));
  if (saving.saved) return saving.checkpoint;
  throw new Error(`A checkpoint that there is room for: wanted saved, saw ${saving.reason}`);
}

/** Saves under these priorities, one after another; the labels say which they are. */
export async function saveAll(store: Store, priorities: readonly CheckpointPriority[]) {
  for (const [index, priority] of priorities.entries()) {
    await saved(store, { priority, label: `${priority} ${index}` });
  }
}

/** The labels of what is kept of a session, in the order of the list. */
export async function labelsOf(store: Store, sessionId = 's'): Promise<unknown[]> {
  return (await store.list(sessionId)).map(({ label }) => label);
}

/** Demands that a checkpoint is not there, by its id and in the list of its session. */
export async function demandGone(store: Store, { id, sessionId }: Checkpoint): Promise<void> {
  demand(`Restoring ${id}, which is gone`, await store.restore(id), undefined);
  const ids = (await store.list(sessionId)).map((one) => one.id);
  demand(`Whether ${id}, which is gone, is listed`, ids.includes(id), false);
}
