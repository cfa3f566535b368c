import { isUncopyableState } from '@loopwright/planner';
import { demand } from '../../conformance/demands.ts';
import type { CheckpointLimits } from '../checkpoint-limits.ts';
import type { Cases, State } from './checkpoint-cases.ts';
import { draftOf, saved } from './drafts.ts';

class Own {
  readonly field = 1;
}

/** What JSON drops or changes. A store keeps it as it is or refuses it. */
const hardStates: { readonly [name: string]: () => State } = {
  'undefined in an object': () => ({ x: undefined }),
  'undefined in a list': () => ({ x: [undefined] }),
  'a hole in a list': () => ({ x: new Array(2) }),
  NaN: () => ({ x: Number.NaN }),
  infinity: () => ({ x: Number.NEGATIVE_INFINITY }),
  'minus zero': () => ({ x: -0 }),
  'a bigint': () => ({ x: 10n }),
  'a date': () => ({ x: new Date(0) }),
  'a map': () => ({ x: new Map([['a', 1]]) }),
  'a set': () => ({ x: new Set([1]) }),
  'a list with an extra property': () => ({ x: Object.assign([1], { extra: 2 }) }),
  'an object without a prototype': () => ({ x: Object.assign(Object.create(null), { a: 1 }) }),
};

/** What no store keeps as it is. */
const impossibleStates: { readonly [name: string]: () => State } = {
  'an instance of a class': () => ({ x: new Own() }),
  'a URL': () => ({ x: new URL('https://a.test') }),
  'a regular expression': () => ({ x: /x/g }),
  'an error': () => ({ x: new Error('x') }),
  'a typed array': () => ({ x: new Uint8Array(2) }),
  'a boxed text': () => ({ x: Object('text') }),
  'a function': () => ({ x: [() => 1] }),
  'a symbol': () => ({ x: Symbol('x') }),
  'a symbol as a key': () => ({ x: { [Symbol('x')]: 1 } }),
  'a computed property': () => ({
    x: Object.defineProperty({}, 'y', { get: () => 1, enumerable: true }),
  }),
  'a hidden property': () => ({ x: Object.defineProperty({}, 'y', { value: 1 }) }),
};

export const refusalCases: Cases = {
  async 'what JSON would change is kept as it is or refused, and never changed'({ open }) {
    const { store } = await open();
    for (const [name, make] of Object.entries(hardStates)) {
      const saving = await store.save(draftOf({ plan: make() })).catch((error: unknown) => error);
      if (isUncopyableState(saving)) {
        demand(`The path of ${name}`, saving.path.startsWith('plan.x'), true);
        continue;
      }
      const { checkpoint } = saving as { checkpoint: { id: string } };
      const restored = await store.restore(checkpoint.id);
      demand(`${name}, restored`, inWords(restored?.plan.x), inWords(make().x));
    }
  },

  async 'a circle is kept as one or refused'({ open }) {
    const { store } = await open();
    const circle: { [name: string]: unknown } = { name: 'circle' };
    circle.list = [circle];
    const saving = await store.save(draftOf({ plan: circle })).catch((error: unknown) => error);
    if (isUncopyableState(saving)) return;
    const { checkpoint } = saving as { checkpoint: { id: string } };
    const { plan } = (await store.restore(checkpoint.id)) ?? { plan: { list: [] } };
    demand('Whether the circle is one', (plan.list as unknown[])[0] === plan, true);
  },

  async 'a value in two places is no circle'({ open }) {
    const { store } = await open();
    const shared = { n: 1 };
    const { id } = await saved(store, { plan: { one: shared, list: [shared, shared] } });
    const wanted = { one: { n: 1 }, list: [{ n: 1 }, { n: 1 }] };
    demand('The plan', (await store.restore(id))?.plan, wanted);
  },

  async 'what cannot be kept is refused with its path, and leaves nothing'({ open }) {
    const { store } = await open();
    for (const [name, make] of Object.entries(impossibleStates)) {
      for (const part of ['plan', 'goalState'] as const) {
        const saving = store.save(draftOf({ [part]: make() }));
        const refused: unknown = await saving.catch((error: unknown) => error);
        demand(`Whether ${name} is refused`, isUncopyableState(refused), true);
        const { path } = refused as { path: string };
        demand(`The path of ${name}, ${path}`, path.startsWith(`${part}.x`), true);
      }
    }
    demand('The list', await store.list('s'), []);
  },

  async 'a checkpoint that cannot be meant is refused'({ open }) {
    const { store } = await open();
    const wrong = [
      { sessionId: '' },
      { seq: -1 },
      { seq: 0.5 },
      { priority: 'urgent' },
      { label: 5 },
    ];
    for (const changes of wrong) {
      const saving = store.save(draftOf(changes as never));
      const refused: unknown = await saving.catch((error: unknown) => error);
      demand(`${JSON.stringify(changes)}`, codeOf(refused), 'invalid_options');
    }
    demand('The list', await store.list('s'), []);
  },

  async 'limits that cannot be meant are refused'({ open }) {
    const wrong = [{ maxCheckpoints: 0 }, { maxBytes: 0.5 }, { ttlMs: -1 }, { maxCheckpoint: 1 }];
    for (const limits of wrong) {
      const opening = open(limits as CheckpointLimits);
      const code = String(codeOf(await opening.catch((error: unknown) => error)));
      demand(`${JSON.stringify(limits)}`, code.startsWith('invalid_option'), true);
    }
  },
};

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

/** A value as a text that tells apart what JSON does not. */
function inWords(value: unknown): string {
  if (Array.isArray(value))
    return `list ${value.length} ${Object.keys(value)} ${inWords(value[0])}`;
  if (value instanceof Map || value instanceof Set)
    return `${value.constructor.name} ${[...value]}`;
  if (value instanceof Date) return `Date ${value.getTime()}`;
  if (typeof value === 'object' && value !== null) {
    return `object ${Object.getPrototypeOf(value) === null} ${Object.keys(value)}`;
  }
  return `${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;
}
