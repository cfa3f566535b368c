/**
 * What in a value is no JSON value, and where, in words; undefined when all of it is one. A field that is undefined is one
 * that is not there.
 */
export function findNonJson(value: unknown, name: string): string | undefined {
  return find(value, name, { begun: new Set(), checked: new Set() });
}

type Walk = {
  /** Objects whose check has begun: one that is not over holds the value. */
  readonly begun: Set<object>;
  /** Objects in which all is right: one may stand in several places. */
  readonly checked: Set<object>;
};

function find(value: unknown, path: string, walk: Walk): string | undefined {
  if (value === undefined) return `${path} is nothing`;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : `${path} is ${value}, which is no JSON value`;
  }
  if (typeof value !== 'object') return `${path} is a ${typeof value}, which is no JSON value`;
  if (walk.checked.has(value)) return undefined;
  if (walk.begun.has(value)) return `${path} is an object that it stands in itself`;
  if (!Array.isArray(value) && !isPlain(value)) {
    return `${path} is ${Object.prototype.toString.call(value)}, which is no JSON value`;
  }
  walk.begun.add(value);
  const found = Array.isArray(value) ? findInList(value, path, walk) : findIn(value, path, walk);
  walk.checked.add(value);
  return found;
}

function findInList(list: readonly unknown[], path: string, walk: Walk): string | undefined {
  for (const [index, each] of list.entries()) {
    const found = find(each, `${path}[${index}]`, walk);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findIn(fields: object, path: string, walk: Walk): string | undefined {
  for (const [name, each] of Object.entries(fields)) {
    const found = each === undefined ? undefined : find(each, `${path}.${name}`, walk);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Fields and nothing else, of whatever class: a Map, a Date or a promise would come back as something different. */
function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}
