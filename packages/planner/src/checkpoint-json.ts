import { describeSegment } from './copy-state.ts';
import { classOf, kindOf } from './state-kind.ts';
import { uncopyableState } from './uncopyable-state.ts';

/** What JSON keeps as it is. */
const keepable =
  'Plain objects, lists, texts, finite numbers but not -0, true, false and null can in a store that writes JSON';

/** An object or a list that is being written. */
type Frame = {
  readonly value: object;
  readonly isList: boolean;
  /** Of an object its own names, of a list as many as it has places. */
  readonly keys: readonly string[];
  /** How many of the keys were begun. */
  begun: number;
};

/**
 * Writes plain data as JSON that `JSON.parse` reads back equal (N6), for stores outside of memory. What JSON drops or changes
 * is refused by an `UncopyableStateError` with its path: undefined, NaN, infinities, -0, bigint, Date, Map, Set, holes, circles,
 * objects without a prototype, and all that no checkpoint keeps. A value that stands in several places is written as often.
 * Once the text is longer than `maxChars`, it stops and gives what it has. No recursion.
 */
export function stateToJson(
  state: unknown,
  name: string,
  maxChars = Number.POSITIVE_INFINITY,
): string {
  const parts: string[] = [];
  const frames: Frame[] = [];
  const open = new Set<object>();
  let length = 0;
  const write = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  const begin = (value: unknown) => {
    const problem = problemOf(value, open);
    if (problem !== undefined) throw uncopyableState(pathOf(name, frames), problem, keepable);
    if (typeof value !== 'object' || value === null) return write(JSON.stringify(value));
    const isList = Array.isArray(value);
    const keys = isList ? Array.from(value, (_, index) => String(index)) : Object.keys(value);
    open.add(value);
    frames.push({ value, isList, keys, begun: 0 });
    write(isList ? '[' : '{');
  };

  begin(state);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (length > maxChars) break;
    const { value, isList, keys, begun } = frame;
    if (begun === keys.length) {
      refuseMore(frame, () => pathOf(name, frames.slice(0, -1)));
      frames.pop();
      open.delete(value);
      write(isList ? ']' : '}');
      continue;
    }
    const key = keys[begun]!;
    frame.begun += 1;
    if (begun > 0) write(',');
    if (!isList) write(`${JSON.stringify(key)}:`);
    begin(memberOf(frame, key, () => pathOf(name, frames)));
  }
  return parts.join('');
}

/** Why JSON does not keep a value, undefined when it does. The members of an object are looked at in their turn. */
function problemOf(value: unknown, open: ReadonlySet<object>): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      if (Object.is(value, -0)) return 'the number -0';
      return Number.isFinite(value) ? undefined : `the number ${value}`;
    case 'object':
      return value === null ? undefined : problemOfObject(value, open);
    case 'undefined':
      return 'undefined';
    default:
      return `a ${typeof value}`;
  }
}

function problemOfObject(value: object, open: ReadonlySet<object>): string | undefined {
  if (open.has(value)) return 'a circle: it stands within itself';
  const kind = kindOf(value);
  if (kind === 'list') return undefined;
  if (kind !== 'plain') return classOf(value);
  return Object.getPrototypeOf(value) === null ? 'an object without a prototype' : undefined;
}

function memberOf({ value }: Frame, key: string, path: () => string): unknown {
  const member = Object.getOwnPropertyDescriptor(value, key);
  if (member === undefined) throw uncopyableState(path(), 'a hole in a list', keepable);
  if (member.enumerable && !member.get && !member.set) return member.value;
  throw uncopyableState(path(), 'a hidden, computed or extra property', keepable);
}

/** Members that JSON would drop: symbols, hidden ones, and extra ones of a list. */
function refuseMore({ value, isList, keys }: Frame, pathOfValue: () => string): void {
  const members = Reflect.ownKeys(value);
  if (members.length === keys.length + (isList ? 1 : 0)) return;
  const known = new Set<string | symbol>(keys);
  const extra = members.find((key) => !known.has(key) && !(isList && key === 'length'));
  const path = `${pathOfValue()}${describeSegment(extra, 'plain')}`;
  throw uncopyableState(path, 'a hidden, computed or extra property', keepable);
}

function pathOf(name: string, frames: readonly Frame[]): string {
  const segments = frames.map(({ isList, keys, begun }) =>
    describeSegment(keys[begun - 1], isList ? 'list' : 'plain'),
  );
  return [name, ...segments].join('');
}
