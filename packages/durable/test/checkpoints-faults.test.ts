import { describe, expect, it } from 'vitest';
import { checkpointCases } from '../src/checkpoints.ts';
import { inMemory, type Store } from './checkpoints-under-test.ts';
import { failuresOf } from './conformance-support.ts';

/** Stores with one fault each, and a case that must see it. */
const faults: { [fault: string]: [(store: Store) => Partial<Store>, string] } = {
  'copies what it keeps only later': [
    (store) => ({
      async save(checkpoint) {
        await Promise.resolve();
        return store.save(checkpoint);
      },
    }),
    'what is changed right after save was called is not in the checkpoint',
  ],
  'hands out one copy': [
    (store) => {
      const handedOut = new Map<string, unknown>();
      return {
        async restore(id) {
          if (!handedOut.has(id)) handedOut.set(id, await store.restore(id));
          return handedOut.get(id) as never;
        },
      };
    },
    'what was restored can be changed without changing the checkpoint',
  ],
  'writes JSON without looking': [
    (store) => ({
      save: (checkpoint) =>
        store.save({ ...checkpoint, plan: JSON.parse(JSON.stringify(checkpoint.plan)) }),
    }),
    'what JSON would change is kept as it is or refused, and never changed',
  ],
  'keeps every checkpoint as if it were of high priority': [
    (store) => ({ save: (checkpoint) => store.save({ ...checkpoint, priority: 'high' }) }),
    'the lowest priority goes first, of these the oldest, and what went is told',
  ],
  'does not tell what went': [
    (store) => ({
      async save(checkpoint) {
        const saving = await store.save(checkpoint);
        return saving.saved ? { ...saving, evicted: [] } : saving;
      },
    }),
    'the lowest priority goes first, of these the oldest, and what went is told',
  ],
  'lists the latest first': [
    (store) => ({ list: async (sessionId) => (await store.list(sessionId)).toReversed() }),
    'a list has the checkpoints of a session, the oldest first, with what is known',
  ],
  'takes two names for one': [
    (store) => ({ list: (sessionId) => store.list(sessionId.normalize()) }),
    'odd session names are kept apart, and no id is given twice',
  ],
  'ends no session': [
    () => ({ endSession: async () => {} }),
    'with a ttl of 0 checkpoints are gone when the session ends',
  ],
  'forgets at the end of a session what should stay for a day': [
    (store) => ({
      async endSession(sessionId) {
        await store.endSession(sessionId);
        for (const { id } of await store.list(sessionId)) forgotten.add(id);
      },
      restore: async (id, effects) => (forgotten.has(id) ? undefined : store.restore(id, effects)),
    }),
    'checkpoints expire a day after their session ended, and not before it ends',
  ],
  'counts effects that did not start': [
    (store) => ({
      async restore(id, effects) {
        const restored = await store.restore(id, effects);
        return restored && effects ? { ...restored, effectsSince: effects } : restored;
      },
    }),
    'a restored checkpoint comes with the effects that may have happened since',
  ],
};
const forgotten = new Set<string>();

describe('N6: the suite for stores of checkpoints', () => {
  it.each(Object.entries(faults))('sees a store that %s', async (_, [spoil, seenBy]) => {
    expect(await failuresOf(checkpointCases(inMemory(spoil)))).toContain(seenBy);
  });

  it('has one name for each case', () => {
    const names = checkpointCases(inMemory()).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
