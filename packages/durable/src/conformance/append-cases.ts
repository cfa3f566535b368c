import type { Cases } from './conformance-cases.ts';
import { demand, demandStored, fill, recordOf, take } from './demands.ts';

export const appendCases: Cases = {
  async 'records are loaded in their order, from another connection too'({ store, other }) {
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 12);
    const records = Array.from({ length: 12 }, (_, ord) => recordOf(ord));
    await demandStored(store, 's', { records });
    await demandStored(other, 's', { records });
  },

  async 'an ord that leaves a gap is refused'({ store }) {
    const { epoch } = await take(store, 's');
    demand('Record 1 without 0', await store.append('s', epoch, recordOf(1)), 'fenced');
    await fill(store, 's', epoch, 2);
    demand('Record 3 without 2', await store.append('s', epoch, recordOf(3)), 'fenced');
    await demandStored(store, 's', { records: [recordOf(0), recordOf(1)] });
  },

  async 'an ord that is taken is refused, and what was stored stands'({ store }) {
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 2);
    for (const ord of [0, 1]) {
      const stored = await store.append('s', epoch, recordOf(ord, 'other', 'other'));
      demand(`Record ${ord} again`, stored, 'fenced');
    }
    await demandStored(store, 's', { records: [recordOf(0), recordOf(1)] });
  },

  async 'a key that is taken is refused, and what was stored stands'({ store }) {
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 1);
    const stored = await store.append('s', epoch, recordOf(1, 'step 0', 'other'));
    demand('The key step 0 again', stored, 'fenced');
    await demandStored(store, 's', { records: [recordOf(0)] });
    demand('A new key', await store.append('s', epoch, recordOf(1)), 'ok');
  },

  async 'two sessions have the same ords and keys'({ store }) {
    for (const id of ['s', 't']) {
      const { epoch } = await take(store, id);
      await fill(store, id, epoch, 2);
      await demandStored(store, id, { records: [recordOf(0), recordOf(1)] });
    }
  },

  async 'what was loaded does not change with the store'({ store }) {
    const { epoch } = await take(store, 's');
    const before = await store.load('s');
    await fill(store, 's', epoch, 1);
    demand('The records loaded before', before?.records, []);
  },

  async 'nothing is loaded of a session that does not exist'({ store }) {
    await take(store, 's');
    await demandStored(store, 't', undefined);
  },

  async 'what was stored is still there for who comes after the store was closed'(bench) {
    const { store, other, reopen } = bench;
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 2);
    await store.signal('s', 'key', 'value');
    await store.close();
    await store.close();
    if (other !== store) await other.close();
    const later = await reopen();
    if (!later) return;
    await demandStored(later, 's', { records: [recordOf(0), recordOf(1)] });
    demand('The signals', [...(await later.signals('s'))], [['key', 'value']]);
    const claim = await later.claim('s', { ttlMs: 1 });
    demand('A claim while the lease runs', claim.kind, 'held');
    demand('Appending', await later.append('s', epoch, recordOf(2)), 'ok');
  },
};
