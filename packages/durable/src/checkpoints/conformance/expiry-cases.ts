import { demand } from '../../conformance/demands.ts';
import type { Cases } from './checkpoint-cases.ts';
import { demandGone, draftOf, labelsOf, saved } from './drafts.ts';

const dayMs = 86_400_000;

export const expiryCases: Cases = {
  async 'checkpoints expire a day after their session ended, and not before it ends'(bench) {
    const { open, passTime } = bench;
    const { store, other } = await open();
    const mine = await saved(store);
    const theirs = await saved(store, { sessionId: 'other' });
    await passTime(100 * dayMs);
    demand('Those of a live session', (await store.restore(mine.id))?.checkpoint.id, mine.id);
    await store.endSession('s');
    await passTime(dayMs - 60_000);
    // Ending it again gives no new day.
    await other.endSession('s');
    demand('After almost a day', (await other.restore(mine.id))?.checkpoint.id, mine.id);
    demand('The list after almost a day', (await other.list('s')).length, 1);
    await passTime(60_000);
    await demandGone(store, mine);
    await demandGone(other, mine);
    demand('Those of others', (await other.restore(theirs.id))?.checkpoint.id, theirs.id);
  },

  async 'with a ttl of 0 checkpoints are gone when the session ends'({ open }) {
    const { store, other } = await open({ ttlMs: 0 });
    const first = await saved(store);
    const second = await saved(other, { priority: 'high' });
    await store.endSession('s');
    for (const checkpoint of [first, second]) await demandGone(other, checkpoint);
  },

  async 'a ttl of its own counts'({ open, passTime }) {
    const { store } = await open({ ttlMs: 7 * dayMs });
    const checkpoint = await saved(store);
    await store.endSession('s');
    await passTime(6 * dayMs);
    demand('After six of seven days', (await store.list('s')).length, 1);
    await passTime(dayMs);
    await demandGone(store, checkpoint);
  },

  async 'what is saved after the end of a session is kept until it ends again'(bench) {
    const { open, passTime } = bench;
    const { store } = await open({ ttlMs: dayMs });
    await saved(store, { label: 'early' });
    await store.endSession('s');
    const late = await saved(store, { label: 'late' });
    demand('Both', await labelsOf(store), ['early', 'late']);
    await passTime(2 * dayMs);
    demand('What is left', await labelsOf(store), ['late']);
    await store.endSession('s');
    await passTime(dayMs);
    await demandGone(store, late);
  },

  async 'ending a session that nobody knows is no error'({ open }) {
    const { store } = await open();
    await saved(store);
    await store.endSession('nobody');
    demand('The list', (await store.list('s')).length, 1);
  },

  async 'what has expired makes room before anything else'({ open, passTime }) {
    const { store } = await open({ maxCheckpoints: 2, ttlMs: dayMs });
    await saved(store, { sessionId: 'ended', priority: 'high' });
    await store.endSession('ended');
    await saved(store, { priority: 'low', label: 'live' });
    await passTime(dayMs);
    const saving = await store.save(draftOf({ priority: 'low', label: 'new' }));
    demand('What went', saving.saved && saving.evicted, []);
    demand('What is left', await labelsOf(store), ['live', 'new']);
  },

  async 'what has ended makes room like anything else until it expires'({ open }) {
    const { store } = await open({ maxCheckpoints: 2 });
    await saved(store, { sessionId: 'ended', priority: 'low' });
    await store.endSession('ended');
    await saved(store, { priority: 'low', label: 'live' });
    await saved(store, { label: 'new' });
    demand('What is left of the ended', await store.list('ended'), []);
    demand('What is left', await labelsOf(store), ['live', 'new']);
    await store.endSession('ended');
  },
};
