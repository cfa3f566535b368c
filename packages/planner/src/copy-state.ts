import { classOf, kindOf, type StateKind } from './state-kind.ts';
import { uncopyableState } from './uncopyable-state.ts';

/** A copy that shares nothing with its original, and its estimated size. */
export type StateCopy<State> = { readonly copy: State; readonly bytes: number };

/** What every value counts; each UTF-16 code unit of a text or a key counts two more. */
const bytesPerValue = 16;

/**
 * Copies plain data deeply: primitives, plain objects, lists, Date, Map and Set, with undefined, NaN, bigint, holes in
 * lists, own keys called `__proto__`, values that stand in several places, and circles. Anything else would come back as
 * something different, so it is refused by an `UncopyableStateError` with its path. Linear; no recursion.
 */
export function copyState<State>(state: State, name: string): StateCopy<State> {
  const todo: Job[] = [];
  const copies = new Map<object, object>();
  let bytes = 0;
  const copyOf: CopyValue = (value, path) => {
    bytes += bytesPerValue + (typeof value === 'string' ? 2 * value.length : 0);
    if (typeof value === 'symbol' || typeof value === 'function') {
      throw uncopyableState(pathText(path), `a ${typeof value}`);
    }
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const kind = kindOf(value);
    if (kind === undefined) throw uncopyableState(pathText(path), classOf(value));
    const target = emptyCopies[kind](value);
    copies.set(value, target);
    todo.push({ kind, source: value, target, path });
    return target;
  };
  const copy = copyOf(state, { key: name, inside: 'root' }) as State;
  for (let job = todo.pop(); job !== undefined; job = todo.pop()) {
    fillEntries(job, copyOf);
    const keyChars = fillMembers(job, copyOf);
    bytes += 2 * keyChars;
  }
  return { copy, bytes };
}

/** Where a value stands. It becomes a text only when something cannot be copied. */
type Path = {
  readonly key: unknown;
  readonly inside: StateKind | 'root' | 'map keys';
  readonly above?: Path;
};

type CopyValue = (value: unknown, path: Path) => unknown;

/** An object whose copy is still empty. */
type Job = {
  readonly kind: StateKind;
  readonly source: object;
  readonly target: object;
  readonly path: Path;
};

const emptyCopies: Record<StateKind, (source: object) => object> = {
  plain: (source) => (Object.getPrototypeOf(source) === null ? Object.create(null) : {}),
  list: (source) => new Array((source as unknown[]).length),
  date: (source) => new Date((source as Date).getTime()),
  map: () => new Map(),
  set: () => new Set(),
};

function fillEntries({ kind, source, target, path }: Job, copyOf: CopyValue): void {
  if (kind === 'set') {
    for (const value of source as Set<unknown>) {
      (target as Set<unknown>).add(copyOf(value, { key: value, inside: 'set', above: path }));
    }
  }
  if (kind === 'map') {
    for (const [key, value] of source as Map<unknown, unknown>) {
      (target as Map<unknown, unknown>).set(
        copyOf(key, { key, inside: 'map keys', above: path }),
        copyOf(value, { key, inside: 'map', above: path }),
      );
    }
  }
}

/** Copies the members of an object or a list. Gives the length of the keys of an object. */
function fillMembers({ kind, source, target, path }: Job, copyOf: CopyValue): number {
  const hasMembers = kind === 'plain' || kind === 'list';
  let keyChars = 0;
  for (const key of Reflect.ownKeys(source)) {
    if (kind === 'list' && key === 'length') continue;
    const member: Path = { key, inside: hasMembers ? kind : 'plain', above: path };
    const { value, get, set, enumerable } = Object.getOwnPropertyDescriptor(source, key)!;
    const isOrdinary = hasMembers && typeof key === 'string' && enumerable && !get && !set;
    if (!isOrdinary) {
      throw uncopyableState(pathText(member), 'a hidden, computed or extra property');
    }
    if (kind === 'plain') keyChars += key.length;
    // An assignment would take the key __proto__ for the prototype.
    Object.defineProperty(target, key, {
      value: copyOf(value, member),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return keyChars;
}

function pathText(path: Path): string {
  const segments: string[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.above) {
    segments.push(describeSegment(at.key, at.inside));
  }
  return segments.reverse().join('');
}

/** How a path goes on from what a value stands in: `.name`, `[2]`, `.get("key")`. */
export function describeSegment(key: unknown, inside: StateKind | 'root' | 'map keys'): string {
  if (inside === 'root') return String(key);
  if (inside === 'set') return '.values()';
  if (inside === 'map keys') return '.keys()';
  const name = typeof key === 'string' ? JSON.stringify(key) : typeof key;
  if (inside === 'map') return `.get(${name})`;
  if (inside === 'list') return `[${String(key)}]`;
  return /^"[\p{L}_$][\p{L}\p{N}_$]*"$/u.test(name) ? `.${name.slice(1, -1)}` : `[${name}]`;
}
