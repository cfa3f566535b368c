import { describe, expect, it } from 'vitest';
import { conformanceCases } from '../src/conformance.ts';
import type { JournalStore } from '../src/index.ts';
import { failuresOf, memoryUnderTest } from './conformance-support.ts';

/** Stores with one fault each, and a case that must see it. */
const faults: { [fault: string]: [(store: JournalStore) => Partial<JournalStore>, string] } = {
  'claims what is held': [
    (store) => ({
      async claim(id, options) {
        const claim = await store.claim(id, options);
        if (claim.kind === 'claimed') return claim;
        return { kind: 'claimed', epoch: 1, session: { records: [], recordCount: 0 } };
      },
    }),
    'a held session cannot be claimed, also not from another connection',
  ],
  'says that nothing is left of a lease': [
    (store) => ({
      async claim(id, options) {
        const claim = await store.claim(id, options);
        return claim.kind === 'held' ? { kind: 'held', forMs: 0 } : claim;
      },
    }),
    'a held session cannot be claimed, also not from another connection',
  ],
  'never ends a lease': [
    (store) => ({ claim: (id) => store.claim(id, { ttlMs: Infinity }) }),
    'a lease that has run out can be taken over, with all that was stored',
  ],
  'renews nothing and says so not': [
    () => ({ renew: async () => true }),
    'a renewed lease runs on',
  ],
  'only prolongs leases': [
    (store) => ({ renew: (id, epoch, ttlMs) => store.renew(id, epoch, ttlMs + 7_200_000) }),
    'a renewed lease ends when its own time has passed',
  ],
  'keeps leases that were given back': [
    () => ({ release: async () => {} }),
    'a session that was given back can be claimed at once',
  ],
  'gives one epoch to all': [
    (store) => ({
      async claim(id, options) {
        const claim = await store.claim(id, options);
        return claim.kind === 'claimed' ? { ...claim, epoch: 1 } : claim;
      },
    }),
    'epochs rise with every claim',
  ],
  'calls every append stored': [
    (store) => ({
      async append(id, epoch, record) {
        await store.append(id, epoch, record);
        return 'ok';
      },
    }),
    'an ord that is taken is refused, and what was stored stands',
  ],
  'fits every record in': [
    (store) => ({
      async append(id, epoch, record) {
        const ord = (await store.load(id))?.records.length ?? 0;
        return store.append(id, epoch, { ...record, ord });
      },
    }),
    'an ord that leaves a gap is refused',
  ],
  'takes a key twice': [
    (store) => ({
      async append(id, epoch, record) {
        if ((await store.append(id, epoch, record)) === 'ok') return 'ok';
        return store.append(id, epoch, { ...record, key: `${record.key} again` });
      },
    }),
    'a key that is taken is refused, and what was stored stands',
  ],
  'calls every end stored': [
    (store) => ({
      async finish(...given) {
        await store.finish(...given);
        return 'ok';
      },
    }),
    'a session ends once',
  ],
  'forgets the result': [
    (store) => ({
      async load(id) {
        const session = await store.load(id);
        return session && { records: session.records, recordCount: session.recordCount };
      },
    }),
    'a session ends once',
  ],
  'miscounts its records': [
    (store) => ({
      async load(id) {
        const session = await store.load(id);
        return session && { ...session, recordCount: session.recordCount + 1 };
      },
    }),
    'records are loaded in their order, from another connection too',
  ],
  'lends a finished session to one reader at a time': [
    (store) => ({
      async claim(id, options) {
        const claim = await store.claim(id, options);
        return claim.kind === 'finished' ? { ...claim, kind: 'claimed', epoch: 9 } : claim;
      },
    }),
    'a finished session gives its result to everybody, also while its last holder has it',
  ],
  'says that every signal was the first': [
    (store) => ({
      async signal(...given) {
        await store.signal(...given);
        return true;
      },
    }),
    'of many signals for one key at once one stands',
  ],
  'has no signals of sessions that do not exist yet': [
    (store) => ({
      signal: async (id, key, text) =>
        (await store.load(id)) === undefined || store.signal(id, key, text),
    }),
    'a signal may come before its session',
  ],
  'forgets what a session waits for': [
    (store) => ({ release: (id, epoch) => store.release(id, epoch) }),
    'a list says where a session stands',
  ],
  'lists the oldest first': [
    (store) => ({ list: async () => (await store.list()).toReversed() }),
    'a list names all sessions once, the latest change first',
  ],
  'sweeps nothing': [
    () => ({ sweep: async () => 0 }),
    'a finished session is gone when its time is over, with all that belonged to it',
  ],
  'forgets finished sessions at once': [
    (store) => ({
      finish: (id, epoch, result) => store.finish(id, epoch, result, { keepMs: -1 }),
    }),
    'a finished session stays until its time is over',
  ],
  'ends sessions instead of leaving them open': [
    (store) => ({
      async release(id, epoch, waitingFor) {
        await store.finish(id, epoch, { text: '', checksum: '' }, { keepMs: 0 });
        await store.release(id, epoch, waitingFor);
      },
    }),
    'an open session is never swept, however old',
  ],
  'takes two names for one': [
    (store) => ({ claim: (id, options) => store.claim(id.normalize(), options) }),
    'odd session ids are kept apart',
  ],
  'cuts a name at its end': [
    (store) => ({
      append: (id, epoch, record) => store.append(id, epoch, { ...record, key: record.key.trim() }),
    }),
    'odd keys and texts are kept as they are',
  ],
  'changes half a pair': [
    (store) => ({
      append: (id, epoch, record) =>
        store.append(id, epoch, { ...record, text: record.text.toWellFormed() }),
    }),
    'half a surrogate pair is kept or refused, and never changed',
  ],
  'cuts long texts': [
    (store) => ({
      append: (id, epoch, record) =>
        store.append(id, epoch, { ...record, text: record.text.slice(0, 65_535) }),
    }),
    'texts of a million characters are kept',
  ],
  'checks and stores in two steps': [
    (store) => {
      let latest: string | undefined;
      return {
        async claim(id, options) {
          const isFree = latest !== id;
          await Promise.resolve();
          latest = id;
          const claim = await store.claim(id, options);
          if (claim.kind === 'claimed' || !isFree) return claim;
          return { kind: 'claimed', epoch: 1, session: { records: [], recordCount: 0 } };
        },
      };
    },
    'of many claims at once one wins',
  ],
};

describe('the conformance suite', () => {
  it.each(Object.entries(faults))('J10: sees a store that %s', async (_, [spoil, seenBy]) => {
    const failures = await failuresOf(conformanceCases(memoryUnderTest(spoil)));
    expect(failures).toContain(seenBy);
  });

  it('has one name for each case', () => {
    const names = conformanceCases(memoryUnderTest()).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('says what was wanted and what was seen', async () => {
    const cases = conformanceCases(memoryUnderTest(() => ({ sweep: async () => 7 })));
    const name = 'a finished session stays until its time is over';
    const run = cases.find((one) => one.name === name)?.run();
    await expect(run).rejects.toThrow('The number of swept sessions: wanted 0, saw 7');
  });

  it('closes every connection and clears up, also after a failure', async () => {
    const closed: string[] = [];
    const create = () => {
      const { store, passTime } = memoryUnderTest(() => ({ list: async () => [] }))();
      const connection = (name: string) => ({
        ...store,
        close: async () => void closed.push(name),
      });
      return {
        store: connection('first'),
        passTime,
        openAnother: () => connection('second'),
        dispose: () => void closed.push('cleared up'),
      };
    };
    const name = 'a list says where a session stands';
    const one = conformanceCases(create).find((entry) => entry.name === name);
    await expect(one?.run()).rejects.toThrow('The list: wanted');
    expect(closed).toEqual(['first', 'second', 'cleared up']);
  });
});
