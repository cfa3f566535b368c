import type { JournalStore } from '../journal-store.ts';
import type { Cases } from './conformance-cases.ts';
import { count, demand, demandStored, longLeaseMs, recordOf, resultOf, take } from './demands.ts';

const racers = 12;

export const raceCases: Cases = {
  async 'of many claims at once one wins'({ store, other }) {
    for (const id of ['s', 't', 'u']) {
      const claims = await race([store, other], (racer) => racer.claim(id, { ttlMs: longLeaseMs }));
      const kinds = claims.map(({ kind }) => kind);
      demand(`The claims of ${id} that won`, count(kinds, 'claimed'), 1);
    }
  },

  async 'of many records of one ord at once one is stored'({ store, other }) {
    const { epoch } = await take(store, 's');
    for (const ord of [0, 1, 2]) {
      const stored = await race([store, other], (racer, lane) =>
        racer.append('s', epoch, recordOf(ord, `step ${ord} of ${lane}`)),
      );
      demand(`The records ${ord} that were stored`, count(stored, 'ok'), 1);
      const records = (await other.load('s'))?.records ?? [];
      const key = `step ${ord} of ${stored.indexOf('ok')}`;
      demand('The last record', [records.length, records.at(-1)?.key], [ord + 1, key]);
    }
  },

  async 'of many ends at once one is stored'({ store, other }) {
    const { epoch } = await take(store, 's');
    const stored = await race([store, other], (racer, lane) =>
      racer.finish('s', epoch, resultOf(`of ${lane}`), { keepMs: longLeaseMs }),
    );
    demand('The ends that were stored', count(stored, 'ok'), 1);
    const result = resultOf(`of ${stored.indexOf('ok')}`);
    await demandStored(other, 's', { records: [], result });
  },

  async 'of many signals for one key at once one stands'({ store, other }) {
    const stands = await race([store, other], (racer, lane) =>
      racer.signal('s', 'key', `of ${lane}`),
    );
    demand('The signals that stand', count(stands, true), 1);
    const wanted = [['key', `of ${stands.indexOf(true)}`]];
    demand('The signals', [...(await other.signals('s'))], wanted);
  },
};

/** Starts the same work many times, on both connections by turns, without waiting in between. */
function race<Value>(
  connections: readonly JournalStore[],
  work: (connection: JournalStore, lane: number) => Promise<Value>,
): Promise<Value[]> {
  return Promise.all(
    Array.from({ length: racers }, (_, lane) =>
      work(connections[lane % connections.length]!, lane),
    ),
  );
}
