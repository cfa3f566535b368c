import type { JournalStore } from '../journal-store.ts';
import type { Cases } from './conformance-cases.ts';
import { demand, fill, longLeaseMs, resultOf, take } from './demands.ts';

export const listCases: Cases = {
  async 'a list without sessions is empty'({ store }) {
    demand('The list', await store.list(), []);
  },

  async 'a list says where a session stands'({ store, other }) {
    const first = await take(store, 's');
    await fill(store, 's', first.epoch, 2);
    await demandListed(other, { sessionId: 's', status: 'open', records: 2 });
    await store.release('s', first.epoch, 'approve:1 approve:2');
    const waitingFor = 'approve:1 approve:2';
    await demandListed(other, { sessionId: 's', status: 'waiting', records: 2, waitingFor });
    const second = await take(other, 's');
    await demandListed(store, { sessionId: 's', status: 'open', records: 2 });
    await other.finish('s', second.epoch, resultOf('done'), { keepMs: longLeaseMs });
    await other.release('s', second.epoch);
    await demandListed(store, { sessionId: 's', status: 'finished', records: 2 });
  },

  async 'a session that is given back waits only for what was last named'({ store }) {
    const first = await take(store, 's');
    await store.release('s', first.epoch, 'approve:1');
    const second = await take(store, 's');
    await store.release('s', second.epoch);
    await demandListed(store, { sessionId: 's', status: 'open', records: 0 });
  },

  async 'a list names all sessions once, the latest change first'({ store, other, passTime }) {
    const epochs = new Map<string, number>();
    for (const id of ['a', 'b', 'c']) {
      epochs.set(id, (await take(store, id)).epoch);
      await passTime(5);
    }
    await fill(store, 'a', epochs.get('a')!, 1);
    await passTime(5);
    await store.finish('b', epochs.get('b')!, resultOf('done'), { keepMs: longLeaseMs });
    const listed = await other.list();
    const ids = listed.map(({ sessionId }) => sessionId);
    demand('The sessions of the list', ids, ['b', 'a', 'c']);
    const times = listed.map(({ changedAt }) => changedAt);
    const isFalling = times.every(
      (time, index) => Number.isFinite(time) && time < (times[index - 1] ?? Infinity),
    );
    demand(`The times ${times} fall`, isFalling, true);
  },
};

async function demandListed(
  store: JournalStore,
  wanted: { sessionId: string; status: string; records: number; waitingFor?: string },
): Promise<void> {
  const seen = (await store.list()).map(({ sessionId, status, records, waitingFor }) => ({
    sessionId,
    status,
    records,
    waitingFor,
  }));
  demand('The list', seen, [wanted]);
}
