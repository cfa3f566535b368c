/** The kinds of objects that can be copied without becoming something else. */
export type StateKind = 'plain' | 'list' | 'date' | 'map' | 'set';

/**
 * The kind of an object, of any realm; undefined for an instance of any other class, a subclass included. Looks at what an
 * object is and not at what it says it is.
 */
export function kindOf(value: object): StateKind | undefined {
  const classes = countPrototypes(value);
  if (classes <= 1) return isPlain(value) ? 'plain' : undefined;
  if (classes > 2) return undefined;
  if (Array.isArray(value)) return 'list';
  if (succeeds(() => Date.prototype.getTime.call(value))) return 'date';
  if (succeeds(() => Map.prototype.has.call(value, undefined))) return 'map';
  return succeeds(() => Set.prototype.has.call(value, undefined)) ? 'set' : undefined;
}

/** What to call an object that is of no such kind. */
export function classOf(value: object): string {
  const name: unknown = Object(Reflect.get(value, 'constructor')).name;
  return typeof name === 'string' && name !== '' ? `an instance of ${name}` : 'an unusual object';
}

/** The length of the chain of prototypes: 0 without a prototype, 1 for `{}`, 2 for an array. Counts to 3. */
function countPrototypes(value: object): number {
  let count = 0;
  let prototype: object | null = Object.getPrototypeOf(value);
  while (prototype !== null && count < 3) {
    count += 1;
    prototype = Object.getPrototypeOf(prototype);
  }
  return count;
}

/** False for `arguments`, `Math` and the like, and for what inherits from anything but the `Object.prototype` of a realm. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  const isInherited = prototype !== null && !Object.hasOwn(prototype, 'isPrototypeOf');
  return !isInherited && Object.prototype.toString.call(value) === '[object Object]';
}

function succeeds(probe: () => unknown): boolean {
  try {
    probe();
    return true;
  } catch {
    return false;
  }
}
