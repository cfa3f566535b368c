import type { JournalStore } from '../journal-store.ts';
import type { Cases } from './conformance-cases.ts';
import { demand, demandStored, fill, longLeaseMs, recordOf, resultOf, take } from './demands.ts';

export const epochCases: Cases = {
  async 'epochs rise with every claim'({ store, other, leaseMs, passTime }) {
    const first = await take(store, 's');
    await store.release('s', first.epoch);
    const second = await take(other, 's', leaseMs);
    await passTime(leaseMs);
    const third = await take(store, 's');
    const epochs = [first.epoch, second.epoch, third.epoch];
    const isRising = first.epoch < second.epoch && second.epoch < third.epoch;
    demand(`The epochs ${epochs} rise`, isRising, true);
  },

  async 'an epoch that was given back stores, ends and renews nothing'({ store, other }) {
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 1);
    await store.release('s', epoch);
    await demandFenced(store, 's', epoch, 1);
    demand('A claim', (await other.claim('s', { ttlMs: longLeaseMs })).kind, 'claimed');
  },

  async 'an epoch is still its holder’s after its lease, until somebody takes the session'(bench) {
    const { store, leaseMs, passTime } = bench;
    const { epoch } = await take(store, 's', leaseMs);
    await passTime(leaseMs);
    demand('Appending', await store.append('s', epoch, recordOf(0)), 'ok');
    demand('Renewing', await store.renew('s', epoch, longLeaseMs), true);
  },

  async 'a claim that fails leaves the epoch to its holder'({ store, other }) {
    const { epoch } = await take(store, 's');
    await other.claim('s', { ttlMs: longLeaseMs });
    demand('Appending', await store.append('s', epoch, recordOf(0)), 'ok');
  },

  async 'an older epoch stores, ends, renews and gives back nothing'(bench) {
    const { store, other, leaseMs, passTime } = bench;
    const old = await take(store, 's', leaseMs);
    await fill(store, 's', old.epoch, 1);
    await passTime(leaseMs);
    const { epoch } = await take(other, 's');
    await demandFenced(store, 's', old.epoch, 1);
    await demandStored(other, 's', { records: [recordOf(0)] });
    const [summary] = await other.list();
    demand('What the session waits for', summary?.waitingFor, undefined);
    demand('A claim', (await store.claim('s', { ttlMs: leaseMs })).kind, 'held');
    demand('Appending', await other.append('s', epoch, recordOf(1)), 'ok');
  },

  async 'an older epoch shortens no lease'({ store, other, leaseMs, passTime }) {
    const old = await take(store, 's');
    await store.release('s', old.epoch);
    await take(other, 's');
    await store.renew('s', old.epoch, leaseMs);
    await passTime(leaseMs);
    demand('A claim', (await store.claim('s', { ttlMs: leaseMs })).kind, 'held');
  },

  async 'an epoch of another session stores nothing'({ store }) {
    const one = await take(store, 's');
    const two = await take(store, 't');
    await store.release('t', two.epoch);
    const { epoch } = await take(store, 't');
    await demandFenced(store, 's', epoch, 0);
    if (one.epoch !== epoch) await demandFenced(store, 't', one.epoch, 0);
  },

  async 'nothing is stored in a session that nobody has claimed'({ store }) {
    for (const epoch of [0, 1]) await demandFenced(store, 's', epoch, 0);
    await demandStored(store, 's', undefined);
    await store.signal('signalled', 'key', 'value');
    for (const epoch of [0, 1]) await demandFenced(store, 'signalled', epoch, 0);
  },

  async 'an epoch from before a session was swept stores nothing in the next of its name'(bench) {
    const { store, passTime } = bench;
    const { epoch } = await take(store, 's');
    await store.finish('s', epoch, resultOf('done'), { keepMs: 1 });
    await store.release('s', epoch);
    await passTime(2);
    await store.sweep();
    await take(store, 's');
    await demandFenced(store, 's', epoch, 0);
  },

  async 'a session ends once'({ store, other }) {
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 1);
    const options = { keepMs: longLeaseMs };
    demand('The end', await store.finish('s', epoch, resultOf('first'), options), 'ok');
    demand('A second end', await store.finish('s', epoch, resultOf('second'), options), 'fenced');
    demand('Appending', await store.append('s', epoch, recordOf(1)), 'fenced');
    await demandStored(other, 's', { records: [recordOf(0)], result: resultOf('first') });
  },

  async 'a finished session gives its result to everybody, also while its last holder has it'(
    bench,
  ) {
    const { store, other } = bench;
    const { epoch } = await take(store, 's');
    await fill(store, 's', epoch, 1);
    await store.finish('s', epoch, resultOf('done'), { keepMs: longLeaseMs });
    for (const reader of [store, other, other]) {
      const claim = await reader.claim('s', { ttlMs: longLeaseMs });
      demand('A claim', claim.kind, 'finished');
      const { result, records } = claim.kind === 'finished' ? claim.session : { records: [] };
      demand('The result', result?.text, 'done');
      demand('The number of records', records.length, 1);
    }
    demand('Appending', await store.append('s', epoch, recordOf(1)), 'fenced');
    await demandStored(store, 's', { records: [recordOf(0)], result: resultOf('done') });
  },
};

async function demandFenced(store: JournalStore, id: string, epoch: number, ord: number) {
  const at = `with epoch ${epoch} in ${id}`;
  demand(`Appending ${at}`, await store.append(id, epoch, recordOf(ord, 'late')), 'fenced');
  const ended = await store.finish(id, epoch, resultOf('late'), { keepMs: 1 });
  demand(`Ending ${at}`, ended, 'fenced');
  demand(`Renewing ${at}`, await store.renew(id, epoch, longLeaseMs), false);
  await store.release(id, epoch, ['late']);
}
