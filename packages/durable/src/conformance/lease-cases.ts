import type { Cases } from './conformance-cases.ts';
import { demand, fill, longLeaseMs, plain, recordOf, take } from './demands.ts';

export const leaseCases: Cases = {
  async 'a claim of a new session gives it without records and without a result'({ store }) {
    const { session } = await take(store, 's');
    demand('A new session', plain(session), { records: [] });
  },

  async 'a held session cannot be claimed, also not from another connection'({ store, other }) {
    await take(store, 's');
    for (const claimant of [store, other]) {
      const claim = await claimant.claim('s', { ttlMs: longLeaseMs });
      demand('A second claim', claim.kind, 'held');
      const forMs = claim.kind === 'held' ? claim.forMs : 0;
      demand(`${forMs} ms left of the lease`, forMs > 0 && forMs <= longLeaseMs, true);
    }
  },

  async 'a lease concerns its own session only'({ store, other }) {
    await take(store, 's');
    await take(other, 't');
  },

  async 'a lease that has run out can be taken over, with all that was stored'(bench) {
    const { store, other, leaseMs, passTime } = bench;
    const first = await take(store, 's', leaseMs);
    await fill(store, 's', first.epoch, 3);
    await passTime(leaseMs);
    const { session } = await take(other, 's');
    const wanted = { records: [recordOf(0), recordOf(1), recordOf(2)] };
    demand('The session that was taken over', plain(session), plain(wanted));
  },

  async 'a renewed lease runs on'({ store, other, leaseMs, passTime }) {
    const { epoch } = await take(store, 's', leaseMs);
    demand('Renewing', await store.renew('s', epoch, longLeaseMs), true);
    await passTime(leaseMs);
    demand('A claim', (await other.claim('s', { ttlMs: leaseMs })).kind, 'held');
  },

  async 'a renewed lease ends when its own time has passed'({ store, other, leaseMs, passTime }) {
    const { epoch } = await take(store, 's');
    demand('Renewing', await store.renew('s', epoch, leaseMs), true);
    await passTime(leaseMs);
    await take(other, 's');
  },

  async 'a lease that ran out is still its holder’s until somebody else claims'(bench) {
    const { store, leaseMs, passTime } = bench;
    const { epoch } = await take(store, 's', leaseMs);
    await passTime(leaseMs);
    demand('Appending', await store.append('s', epoch, recordOf(0)), 'ok');
    demand('Renewing', await store.renew('s', epoch, longLeaseMs), true);
    demand('A claim', (await store.claim('s', { ttlMs: leaseMs })).kind, 'held');
  },

  async 'a session that was given back can be claimed at once'({ store, other }) {
    const { epoch } = await take(store, 's');
    await store.release('s', epoch);
    await take(other, 's');
  },
};
