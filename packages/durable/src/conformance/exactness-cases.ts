import type { JournalStore } from '../journal-store.ts';
import type { Cases } from './conformance-cases.ts';
import { demand, demandStored, longLeaseMs, take } from './demands.ts';

/** Names that a backend may take for something else, many of them close to another one. */
export const oddNames = [
  ...[
    's',
    'S',
    ' s',
    's ',
    's:',
    ':s',
    's:s',
    's:records',
    's:signals',
    's*',
    's?',
    '[s]',
    '%',
    '_',
  ],
  ...[
    '{s}',
    's}{s',
    '{}',
    '{',
    '}',
    "'",
    '"',
    "s'; DROP TABLE sessions; --",
    '\\',
    '\\s',
    '/',
    '..',
  ],
  ...[
    's\u0000',
    's\u0000s',
    '\u0000',
    's\ns',
    '\r\n',
    '\t',
    '\u00e9',
    'e\u0301',
    '\u212b',
    '\u00c5',
  ],
  ...[
    '漢字',
    '🦜',
    '👩‍👩‍👧',
    'שלום',
    '\ufeffs',
    '\u2028',
    '\uffff',
    '__proto__',
    'constructor',
    'null',
  ],
  ...['0', '00', '1e3', 'NaN', '-1', 's'.repeat(500)],
];

export const exactnessCases: Cases = {
  async 'odd session ids are kept apart'({ store, other }) {
    for (const id of oddNames) {
      const { epoch } = await take(store, id);
      const record = { ord: 0, key: 'key', text: `of ${id}`, checksum: id };
      demand(`Appending to ${id}`, await store.append(id, epoch, record), 'ok');
      demand(`A signal to ${id}`, await store.signal(id, 'key', `for ${id}`), true);
    }
    for (const id of oddNames) {
      const record = { ord: 0, key: 'key', text: `of ${id}`, checksum: id };
      await demandStored(other, id, { records: [record] });
      demand(`The signals of ${id}`, [...(await other.signals(id))], [['key', `for ${id}`]]);
    }
    const listed = (await other.list()).map(({ sessionId }) => sessionId);
    demand('The sessions of the list', listed.sort(), [...oddNames].sort());
  },

  async 'odd keys and texts are kept as they are'({ store, other }) {
    const { epoch } = await take(store, 's');
    const records = oddNames.map((name, ord) => ({ ord, key: name, text: name, checksum: name }));
    for (const record of records) {
      demand(`The key ${record.key}`, await store.append('s', epoch, record), 'ok');
      demand(`A signal ${record.key}`, await store.signal('s', record.key, record.text), true);
    }
    await demandStored(other, 's', { records });
    const signals = [...(await other.signals('s'))].sort();
    demand('The signals', signals, oddNames.map((name) => [name, name]).sort());
  },

  async 'empty texts are kept'({ store, other }) {
    const { epoch } = await take(store, 's');
    const record = { ord: 0, key: 'key', text: '', checksum: '' };
    const result = { text: '', checksum: '' };
    demand('Appending', await store.append('s', epoch, record), 'ok');
    demand('A signal', await store.signal('s', 'key', ''), true);
    demand('A second signal', await store.signal('s', 'key', 'late'), false);
    demand('The end', await store.finish('s', epoch, result, { keepMs: longLeaseMs }), 'ok');
    await demandStored(other, 's', { records: [record], result });
    demand('The signals', [...(await other.signals('s'))], [['key', '']]);
    const [summary] = await other.list();
    demand('The status', summary?.status, 'finished');
  },

  async 'texts of a million characters are kept'({ store, other }) {
    const { epoch } = await take(store, 's');
    const records = ['a', '漢', '🦜', '"'].map((sign, ord) => {
      const text = sign.repeat(1_000_000 / sign.length);
      return { ord, key: `${ord}`, text, checksum: 'sum' };
    });
    for (const record of records) {
      demand('Appending', await store.append('s', epoch, record), 'ok');
    }
    const result = { text: records[1]!.text, checksum: 'sum' };
    demand('A signal', await store.signal('s', 'key', result.text), true);
    demand('The end', await store.finish('s', epoch, result, { keepMs: longLeaseMs }), 'ok');
    await demandStored(other, 's', { records, result });
    demand('The signals', [...(await other.signals('s'))], [['key', result.text]]);
  },

  async 'half a surrogate pair is kept or refused, and never changed'({ store, other }) {
    for (const [id, half] of Object.entries({ high: 'x\ud83e', low: 'x\udd9c' })) {
      await unlessRefused(async () => {
        const { epoch } = await take(store, half);
        await store.release(half, epoch);
      });
      const { epoch } = await take(store, id);
      const record = { ord: 0, key: half, text: half, checksum: half };
      const isStored = await unlessRefused(() => store.append(id, epoch, record));
      await demandStored(other, id, { records: isStored ? [record] : [] });
      const isSignalled = await unlessRefused(() => store.signal(id, half, half));
      const wanted = isSignalled ? [[half, half]] : [];
      demand('The signals', [...(await other.signals(id))], wanted);
    }
    await demandWholeNames(other);
  },
};

/** A name that was changed on the way in is one that nobody gave. */
async function demandWholeNames(store: JournalStore): Promise<void> {
  const given = ['high', 'low', 'x\ud83e', 'x\udd9c'];
  const others = (await store.list()).filter(({ sessionId }) => !given.includes(sessionId));
  demand('The sessions that nobody named', others, []);
}

async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}
