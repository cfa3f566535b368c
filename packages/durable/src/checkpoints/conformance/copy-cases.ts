import { demand } from '../../conformance/demands.ts';
import type { Cases, State, Store } from './checkpoint-cases.ts';
import { draftOf, saved } from './drafts.ts';

/** What JSON keeps, with what is easily lost on the way. Each must come back as it was, in its order. */
const plainStates: { readonly [name: string]: State } = {
  'nothing at all': {},
  'empty things': { list: [], object: {}, text: '', lists: [[[]], [{}]] },
  numbers: { list: [0, -1, 0.1, 1e21, 5e-324, Number.MAX_VALUE, 2 ** 53, -1.5e-7] },
  'other primitives': { list: [true, false, null], no: false, nothing: null },
  texts: { list: ['', ' ', '\n\r\t\b\f', '\u0000', '"', '\\', '/', '\u2028\u2029', '\ufeff'] },
  'texts of other scripts': {
    list: ['漢字', 'שלום', '🦜', '👩‍👩‍👧', 'e\u0301', '\u00e9', '\uffff'],
  },
  'half surrogate pairs': { list: ['x\ud83e', '\udd9cx'], 'key\ud83e': 1 },
  'odd keys': JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": 1, "toJSON": 2, "": 3, "a b": 4, "b": 5, "a": 6}',
  ),
  'texts that look like something else': {
    list: ['null', '[1', '{"a":1}', '%', '{x}', '-0', 'NaN'],
  },
  'a long text': { text: '漢"\\'.repeat(100_000) },
  'many members': Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`k${index}`, [index]]),
  ),
};

export const copyCases: Cases = {
  async 'what JSON can hold comes back as it was, from another connection too'({ open }) {
    const { store, other } = await open();
    for (const [name, state] of Object.entries(plainStates)) {
      const { id } = await saved(store, { plan: state, goalState: { of: [state] } });
      const restored = await other.restore(id);
      demand(`The plan with ${name}`, restored?.plan, state);
      demand(`The goal state with ${name}`, restored?.goalState, { of: [state] });
      demand(`The prototype with ${name}`, isPlain(restored?.plan), true);
    }
  },

  async 'a state a hundred thousand levels deep is kept'({ open }) {
    const { store } = await open();
    const depth = 100_000;
    let deep: State = {};
    for (let level = 0; level < depth; level += 1) deep = { deep };
    const { id } = await saved(store, { plan: deep });
    let levels = 0;
    let at = (await store.restore(id))?.plan.deep;
    for (; at !== undefined; levels += 1) at = (at as State).deep;
    demand('The levels', levels, depth);
  },

  async 'what is changed right after save was called is not in the checkpoint'({ open }) {
    const { store } = await open();
    for (const round of ['first', 'second']) {
      const plan = { tasks: [{ status: 'pending' }] };
      const saving = store.save(draftOf({ plan }));
      plan.tasks[0]!.status = 'completed';
      const answer = await saving;
      const restored = answer.saved ? await store.restore(answer.checkpoint.id) : undefined;
      const wanted = { tasks: [{ status: 'pending' }] };
      demand(`The plan of the ${round} checkpoint`, restored?.plan, wanted);
    }
  },

  async 'what was restored can be changed without changing the checkpoint'({ open }) {
    const { store } = await open();
    const { id } = await saved(store);
    const { plan, goalState } = (await store.restore(id)) ?? draftOf();
    (plan.tasks as State[]).push({ leaked: true });
    Object.assign(goalState, { leaked: true });
    await demandDraft(store, id);
  },

  async 'what a store shows of a checkpoint can be changed without changing the store'({ open }) {
    const { store } = await open();
    const checkpoint = await saved(store, { label: 'mine' });
    const { id } = checkpoint;
    const shown = [checkpoint, (await store.list('s'))[0], (await store.restore(id))?.checkpoint];
    for (const facts of shown) Object.assign(facts as object, { id: 'x', seq: 99, label: 'x' });
    const [listed] = await store.list('s');
    demand('What is listed', [listed?.id, listed?.seq, listed?.label], [id, 0, 'mine']);
  },
};

const isPlain = (value: unknown) => Object.getPrototypeOf(value) === Object.prototype;

async function demandDraft(store: Store, id: string): Promise<void> {
  const again = await store.restore(id);
  demand(
    'What is restored again',
    [again?.plan, again?.goalState],
    [draftOf().plan, draftOf().goalState],
  );
}
