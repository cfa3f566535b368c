import { demand } from '../../conformance/demands.ts';
import { oddNames } from '../../conformance/exactness-cases.ts';
import type { Cases } from './checkpoint-cases.ts';
import { labelsOf, saved } from './drafts.ts';

/** Names that could be taken for those of another session, or for an id of one. */
const hostileNames = [
  'a',
  'a/1',
  'a/1/1',
  'a/',
  '/a',
  'a%2F1',
  'a0',
  'a.',
  'early/a',
  'x\ud83e',
  'x\ufffd',
  's'.repeat(5_000),
];

export const listingCases: Cases = {
  async 'a list has the checkpoints of a session, the oldest first, with what is known'({ open }) {
    const { store, other } = await open();
    const first = await saved(store, { label: 'before pay', priority: 'high', seq: 3 });
    await saved(store, { sessionId: 'other' });
    const second = await saved(other, { seq: 1, label: '' });
    const third = await saved(store, { priority: 'low', seq: 7 });
    const wanted = [
      [first.id, 's', 3, 'high', 'before pay'],
      [second.id, 's', 1, 'normal', ''],
      [third.id, 's', 7, 'low', undefined],
    ];
    for (const connection of [store, other]) {
      const listed = await connection.list('s');
      const facts = listed.map((one) => [one.id, one.sessionId, one.seq, one.priority, one.label]);
      demand('The list', facts, wanted);
      demand(
        'The sizes',
        listed.map(({ bytes }) => bytes > 0),
        [true, true, true],
      );
      const times = [first, second, third].map(({ savedAt }) => savedAt);
      demand(
        'The times',
        listed.map(({ savedAt }) => savedAt),
        times,
      );
    }
    demand('The list of nobody', await store.list('nobody'), []);
  },

  async 'a restored checkpoint is known as it was when it was saved'({ open }) {
    const { store, other } = await open();
    const checkpoint = await saved(store, { label: 'x\ud83e', priority: 'low', seq: 5 });
    const sorted = (facts: object | undefined) => Object.entries(facts ?? {}).sort();
    const { id } = checkpoint;
    demand('The facts', sorted((await other.restore(id))?.checkpoint), sorted(checkpoint));
    demand('The facts in the list', sorted((await other.list('s'))[0]), sorted(checkpoint));
  },

  async 'a restored checkpoint comes with the effects that may have happened since'({ open }) {
    const { store } = await open();
    const effects = [
      { id: 'e1', tool: 'pay', status: 'committed', seq: 4, args: { eur: 1 } },
      { id: 'e2', tool: 'mail', status: 'unknown', seq: 6 },
      { id: 'e3', tool: 'mail', status: 'not_started', seq: 7 },
      { id: 'e4', tool: 'pay', status: 'committed', seq: 8, args: { eur: 2 } },
    ] as const;
    const { id } = await saved(store, { seq: 4 });
    const restored = await store.restore(id, effects);
    demand('The effects since', restored?.effectsSince, [effects[1], effects[3]]);
    demand('No effects', (await store.restore(id, []))?.effectsSince, []);
    const isThere = 'effectsSince' in ((await store.restore(id)) ?? {});
    demand('Whether there are effects when none are known', isThere, false);
  },

  async 'odd session names are kept apart, and no id is given twice'({ open }) {
    const { store, other } = await open();
    const names = [...new Set([...oddNames.filter((name) => name.trim() !== ''), ...hostileNames])];
    const ids = new Map<string, string[]>();
    for (const round of [1, 2]) {
      for (const sessionId of names) {
        const { id } = await saved(store, { sessionId, plan: { sessionId, round } });
        ids.set(sessionId, [...(ids.get(sessionId) ?? []), id]);
      }
    }
    demand('The ids', new Set([...ids.values()].flat()).size, 2 * names.length);
    for (const sessionId of names) {
      const [first, second] = ids.get(sessionId)!;
      const listed = await other.list(sessionId);
      const facts = listed.map((one) => [one.id, one.sessionId]);
      demand(`The list of ${sessionId}`, facts, [
        [first, sessionId],
        [second, sessionId],
      ]);
      const restored = await other.restore(second!);
      demand(`The plan of ${sessionId}`, restored?.plan, { sessionId, round: 2 });
    }
    await store.endSession('a');
    demand('What is left of a/1', (await other.list('a/1')).length, 2);
  },

  async 'an id that no checkpoint has is no error'({ open }) {
    const { store } = await open();
    const { id } = await saved(store);
    const others = [
      '',
      's',
      's/',
      's/none',
      `${id}0`,
      `${id} `,
      id.slice(0, -1),
      'early/',
      'x\ud83e',
    ];
    for (const unknown of others) {
      demand(`Restoring ${unknown}`, await store.restore(unknown), undefined);
    }
    demand('The list', (await labelsOf(store)).length, 1);
  },

  async 'a thousand sessions do not see each other'({ open }) {
    const { store, other } = await open();
    const saving = Array.from({ length: 3_000 }, (_, at) =>
      saved(at % 2 ? store : other, { sessionId: `s${at % 1_000}`, plan: { at } }),
    );
    const checkpoints = await Promise.all(saving);
    for (const at of [0, 1, 10, 100, 999]) {
      const listed = (await store.list(`s${at}`)).map(({ id }) => id).sort();
      const wanted = [at, at + 1_000, at + 2_000].map((index) => checkpoints[index]!.id).sort();
      demand(`The list of s${at}`, listed, wanted);
    }
    const plans = await Promise.all(
      checkpoints.map(async ({ id }) => (await other.restore(id))?.plan.at),
    );
    demand('The plans', plans, [...checkpoints.keys()]);
  },
};
