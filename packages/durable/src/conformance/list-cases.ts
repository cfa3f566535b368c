import type { JournalStore } from '../journal-store.ts';
import type { Cases } from './conformance-cases.ts';
import { demand, fill, longLeaseMs, recordOf, resultOf, take } from './demands.ts';

export const listCases: Cases = {
  async 'a list without sessions is empty'({ store }) {
    demand('The list', await store.list(), []);
  },

  async 'a list says where a session stands'({ store, other }) {
    const first = await take(store, 's');
    await fill(store, 's', first.epoch, 2);
    await demandListed(other, { sessionId: 's', status: 'open', records: 2 });
    const waitingFor = ['approve:1', 'approve 2, "really"'];
    await store.release('s', first.epoch, waitingFor);
    const isWaiting = { sessionId: 's', status: 'waiting', records: 2, waitingFor };
    await demandListed(other, isWaiting);
    const second = await take(other, 's');
    await demandListed(store, isWaiting);
    demand('Appending', await other.append('s', second.epoch, recordOf(2)), 'ok');
    await demandListed(store, { sessionId: 's', status: 'open', records: 3 });
    await other.release('s', second.epoch, waitingFor);
    const third = await take(other, 's');
    await other.finish('s', third.epoch, resultOf('done'), { keepMs: longLeaseMs });
    await other.release('s', third.epoch, waitingFor);
    await demandListed(store, { sessionId: 's', status: 'finished', records: 3 });
  },

  async 'a session that is given back without a word waits for what it waited for'({ store }) {
    const first = await take(store, 's');
    await store.release('s', first.epoch, ['approve:1']);
    const second = await take(store, 's');
    await store.release('s', second.epoch);
    const waiting = { sessionId: 's', status: 'waiting', records: 0 };
    await demandListed(store, { ...waiting, waitingFor: ['approve:1'] });
    const third = await take(store, 's');
    await store.release('s', third.epoch, ['approve:2']);
    await demandListed(store, { ...waiting, waitingFor: ['approve:2'] });
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
  wanted: { sessionId: string; status: string; records: number; waitingFor?: string[] },
): Promise<void> {
  const seen = (await store.list()).map(({ sessionId, status, records, waitingFor }) => ({
    sessionId,
    status,
    records,
    waitingFor,
  }));
  demand('The list', seen, [wanted]);
}
