import type { RunResult } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';
import type { StoredRecord, StoredSession } from '../src/index.ts';
import { createWorkshop, damaged, opened, rejectionOf, stamp, stepOf } from './support.ts';

const result = { status: 'solved', stopReason: 'final', answer: 42 } as RunResult<Json>;

/** Two sessions of four records; one ends. */
async function twoSessions({ isFinished = false } = {}) {
  const workshop = createWorkshop();
  for (const sessionId of ['s', 'other']) {
    const session = await opened(workshop.runtime({ sessionId }));
    for (const key of ['a', 'b', 'c']) await session.step(stepOf(key, `value of ${key}`));
    if (isFinished) await session.close(result);
    await session.release?.();
  }
  return workshop;
}

type Damage = (records: StoredRecord[]) => readonly StoredRecord[];

function changed(ord: number, change: (record: StoredRecord) => StoredRecord): Damage {
  return (records) => records.map((record) => (record.ord === ord ? change(record) : record));
}

const damages: [string, string, Damage][] = [
  ['a text of which one letter is another', '2 b', changed(2, flip('text'))],
  ['a header of which one letter is another', '0 the header', changed(0, flip('text'))],
  ['another checksum', '3 c', changed(3, flip('checksum'))],
  [
    'a text that is cut',
    '3 c',
    changed(3, ({ text, ...rest }) => ({ ...rest, text: text.slice(0, -9) })),
  ],
  ['a text that is empty', '1 a', changed(1, (record) => ({ ...record, text: '' }))],
  ['another key', '1 z', changed(1, (record) => ({ ...record, key: 'z' }))],
  ['a missing record', '3 c', (records) => records.filter(({ ord }) => ord !== 2)],
  ['a missing header', '1 a', (records) => records.slice(1)],
  ['two records in each other’s place', '2 b', ([h, a, b, c]) => [h!, b!, a!, c!]],
  [
    'the texts of two records exchanged',
    '1 a',
    ([h, a, b, c]) => [h!, { ...b!, ord: 1, key: 'a' }, { ...a!, ord: 2, key: 'b' }, c!],
  ],
  ['a record twice', '1 a', ([h, a, b, c]) => [h!, a!, a!, b!, c!]],
  ['the last record lost', '3', (records) => records.slice(0, 3)],
  ['every record lost', '0 the header', () => []],
];

function flip(field: 'text' | 'checksum') {
  return (record: StoredRecord): StoredRecord => {
    const at = record[field].length >> 1;
    const letter = record[field][at] === 'x' ? 'y' : 'x';
    return {
      ...record,
      [field]: record[field].slice(0, at) + letter + record[field].slice(at + 1),
    };
  };
}

describe('a damaged session', () => {
  it.each(damages)(
    'J4, CKPT-011, CKPT-012: %s is an error that names %s; nothing runs, nothing is appended',
    async (_, place, damage) => {
      const { store, runtime } = await twoSessions();
      const before = await store.load('s');
      const broken = damaged(store, (session) => ({
        ...session,
        records: damage([...session.records]),
      }));
      const session = runtime({ store: broken });
      expect(await rejectionOf(session.open(stamp))).toMatchObject({
        code: 'corrupt_journal',
        key: place,
        message: expect.stringContaining(`The record ${place} of session s is corrupt: `),
      });
      expect(await rejectionOf(session.step(stepOf('d', 1)))).toMatchObject({ code: 'in_use' });
      expect(await store.load('s')).toEqual(before);
    },
  );

  it('J4: ends itself and no other', async () => {
    const { store, runtime } = await twoSessions();
    const broken = damaged(store, (session) => ({
      ...session,
      records: session.records.map((record) =>
        record.text.includes('value of b') && record.ord === 2 ? flip('text')(record) : record,
      ),
    }));
    await rejectionOf(runtime({ store: broken }).open(stamp));
    const other = await opened(runtime({ sessionId: 'other' }));
    expect(await other.step(stepOf('a', 'new'))).toBe('value of a');
  });

  it('a record of another session is none of this one', async () => {
    const { store, runtime } = await twoSessions();
    const { records } = (await store.load('other'))!;
    const mixed = damaged(store, () => ({ records, recordCount: records.length }));
    expect(await rejectionOf(runtime({ store: mixed }).open(stamp))).toMatchObject({
      code: 'corrupt_journal',
      key: '0 the header',
    });
  });

  const cuts: [string, string, (session: StoredSession) => StoredSession][] = [
    [
      'whose last records are cut',
      '3',
      ({ records, ...rest }) => ({ ...rest, records: records.slice(0, 3) }),
    ],
    [
      'whose last records are cut, as if they had never been',
      '3 the result',
      ({ records, ...rest }) => ({ ...rest, records: records.slice(0, 3), recordCount: 3 }),
    ],
    [
      'whose records are all gone',
      '0 the header',
      ({ records, ...rest }) => ({ ...rest, records: records.slice(0, 0) }),
    ],
    [
      'whose result is damaged',
      '4 the result',
      ({ result: end, ...rest }) => ({ ...rest, result: { ...end!, text: '{}' } }),
    ],
  ];
  it.each(cuts)(
    'J4, CKPT-009, CKPT-011: a finished one %s is not begun anew',
    async (_, place, damage) => {
      const { store, runtime } = await twoSessions({ isFinished: true });
      const broken = damaged(store, damage);
      expect(await rejectionOf(runtime({ store: broken }).open(stamp))).toMatchObject({
        code: 'corrupt_journal',
        key: place,
      });
    },
  );

  it('J5, CKPT-007, CKPT-008: a newer format is refused by name and left as it is', async () => {
    const { store, runtime } = await twoSessions();
    const before = await store.load('s');
    const newer = damaged(store, ({ records: [header, ...rest] }) => ({
      recordCount: 0,
      records: [
        { ...header!, text: '{"format":99,"of":"the future"}', checksum: 'of the future' },
        ...rest,
      ],
    }));
    expect(await rejectionOf(runtime({ store: newer }).open(stamp))).toMatchObject({
      code: 'newer_format',
      message: 'Session s is stored in format 99; this version reads up to 1. Nothing was changed',
    });
    expect(await store.load('s')).toEqual(before);
    // It was given back at once.
    await opened(runtime());
  });
});
