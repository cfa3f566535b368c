import type { Cases } from './conformance-cases.ts';
import { demand, demandStored, fill, recordOf, take } from './demands.ts';

export const signalCases: Cases = {
  async 'the first signal for a key stands'({ store, other }) {
    await take(store, 's');
    demand('The first', await other.signal('s', 'key', 'first'), true);
    demand('The second', await store.signal('s', 'key', 'second'), false);
    demand('The second', await other.signal('s', 'key', 'first'), false);
    demand('Another key', await store.signal('s', 'other', 'third'), true);
    for (const reader of [store, other]) {
      const signals = [...(await reader.signals('s'))].sort();
      const wanted = [
        ['key', 'first'],
        ['other', 'third'],
      ];
      demand('The signals', signals, wanted);
    }
  },

  async 'a session that does not exist has no signals'({ store }) {
    demand('The signals', [...(await store.signals('s'))], []);
    await demandStored(store, 's', undefined);
  },

  async 'a signal may come before its session'({ store, other }) {
    demand('The first', await other.signal('s', 'key', 'early'), true);
    const { epoch, session } = await take(store, 's');
    demand('The records', session.records, []);
    await fill(store, 's', epoch, 1);
    demand('The second', await other.signal('s', 'key', 'late'), false);
    demand('The signals', [...(await store.signals('s'))], [['key', 'early']]);
    await demandStored(store, 's', { records: [recordOf(0)] });
  },

  async 'signals outlive the holder of a session and disturb none'({ store, other }) {
    const first = await take(store, 's');
    await other.signal('s', 'key', 'value');
    demand('Appending', await store.append('s', first.epoch, recordOf(0)), 'ok');
    await store.release('s', first.epoch, ['key']);
    await take(other, 's');
    demand('The signals', [...(await other.signals('s'))], [['key', 'value']]);
  },

  async 'a signal concerns its own session only'({ store }) {
    await store.signal('s', 'key', 'of s');
    demand('The same key elsewhere', await store.signal('t', 'key', 'of t'), true);
    demand('The signals of s', [...(await store.signals('s'))], [['key', 'of s']]);
  },

  async 'a signal with the key of a record is no record'({ store }) {
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 1);
    demand('A signal', await store.signal('s', 'step 0', 'value'), true);
    await store.signal('s', 'step 1', 'value');
    demand('Appending', await store.append('s', epoch, recordOf(1)), 'ok');
    await demandStored(store, 's', { records: [recordOf(0), recordOf(1)] });
  },
};
