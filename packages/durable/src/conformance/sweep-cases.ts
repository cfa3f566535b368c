import type { Cases } from './conformance-cases.ts';
import { demand, demandStored, fill, finishSession, plain, recordOf, take } from './demands.ts';

export const sweepCases: Cases = {
  async 'a finished session is gone when its time is over, with all that belonged to it'(bench) {
    const { store, other, leaseMs, passTime } = bench;
    await store.signal('s', 'key', 'value');
    await finishSession(store, 's', leaseMs);
    await passTime(leaseMs + 1);
    const swept = await other.sweep();
    // A backend that forgets by itself has nothing left to sweep.
    demand(`${swept} swept sessions are 0 or 1`, swept === 0 || swept === 1, true);
    await demandStored(store, 's', undefined);
    demand('The signals', [...(await store.signals('s'))], []);
    demand('The list', await store.list(), []);
    demand('A second sweep', await other.sweep(), 0);
    const { session } = await take(other, 's');
    demand('The next session of this name', plain(session), { records: [] });
  },

  async 'a finished session stays until its time is over'({ store, leaseMs, passTime }) {
    await finishSession(store, 's', 1_000 * leaseMs);
    await passTime(leaseMs);
    demand('The number of swept sessions', await store.sweep(), 0);
    const result = { text: 'done', checksum: 'sum of done' };
    await demandStored(store, 's', { records: [recordOf(0)], result });
  },

  async 'an open session is never swept, however old'({ store, leaseMs, passTime }) {
    const held = await take(store, 'held', leaseMs);
    await fill(store, 'held', held.epoch, 1);
    const waiting = await take(store, 'waiting');
    await fill(store, 'waiting', waiting.epoch, 1);
    await store.release('waiting', waiting.epoch, ['approve:1']);
    await store.signal('signalled', 'key', 'value');
    await finishSession(store, 'finished', leaseMs);
    await passTime(2 * leaseMs);
    await store.sweep();
    await demandStored(store, 'held', { records: [recordOf(0)] });
    await demandStored(store, 'waiting', { records: [recordOf(0)] });
    await demandStored(store, 'finished', undefined);
    demand('The signals', [...(await store.signals('signalled'))], [['key', 'value']]);
  },
};
