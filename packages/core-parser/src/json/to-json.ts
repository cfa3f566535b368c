import { maxJsonChars, maxJsonDepth } from '../defaults.ts';
import type { Json, JsonObject } from './json.ts';

/** Options of {@link toJson}. */
export type ToJsonOptions = {
  /** What stands for the message of an error, and for a text as its cause. Default: the text itself. */
  readonly errorMessage?: (message: string) => string;
};

type Conversion = {
  /** The objects that are being converted, to find cycles and to bound the depth. */
  readonly ancestors: Set<object>;
  charsLeft: number;
  readonly errorMessage: (message: string) => string;
};

const charsPerValue = 16;

/**
 * Turns whatever a tool may return into Json. Total: it never throws, shares nothing with its input, and what has no JSON
 * form becomes a short text in brackets that says what it was.
 *
 * undefined is null, but undefined members of an object are left out, as in `JSON.stringify`; a bigint is its decimal text,
 * NaN and the infinities are their names, a Date its ISO text; a Map is an object, or a list of pairs when a key is not a
 * string; a Set is a list; binary data is its size; an instance is its own members, or what its `toJSON` says. An Error is its
 * name, message, `code` and `status`, and its cause likewise: what a client hangs on it besides, such as the headers of a
 * request, may hold credentials. Lone surrogates become U+FFFD; a key `__proto__` is left out.
 */
export function toJson(value: unknown, options: ToJsonOptions = {}): Json {
  const { errorMessage = (message) => message } = options;
  return convert(value, { ancestors: new Set(), charsLeft: maxJsonChars, errorMessage });
}

function convert(value: unknown, conversion: Conversion): Json {
  conversion.charsLeft -= typeof value === 'string' ? charsPerValue + value.length : charsPerValue;
  if (conversion.charsLeft < 0) return '[too large]';
  switch (typeof value) {
    case 'string':
      return value.toWellFormed();
    case 'boolean':
      return value;
    case 'number':
      // Adding 0 turns -0, which JSON does not keep, into 0.
      return Number.isFinite(value) ? value + 0 : String(value);
    case 'bigint':
      return String(value);
    case 'undefined':
      return null;
    case 'function':
      return '[function]';
    case 'symbol':
      return '[symbol]';
    default:
      return value === null ? null : convertObject(value as object, conversion);
  }
}

function convertObject(
  value: object,
  conversion: Conversion,
  convertInside: (value: object, conversion: Conversion) => Json = convertParts,
): Json {
  const { ancestors } = conversion;
  if (ancestors.has(value)) return '[circular]';
  if (ancestors.size >= maxJsonDepth) return '[too deep]';
  ancestors.add(value);
  try {
    return convertInside(value, conversion);
  } catch {
    // A getter, a toJSON or a proxy trap of the value threw.
    return '[unreadable]';
  } finally {
    ancestors.delete(value);
  }
}

function convertParts(value: object, conversion: Conversion): Json {
  if (Array.isArray(value)) return convertList(value, conversion);
  if (ArrayBuffer.isView(value)) return binary(value.byteLength);
  // Before its toJSON, which in some clients tells the whole request.
  if (isError(value)) return convertError(value, conversion);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const json: unknown = toJSON.call(value, '');
    if (json !== value) return convert(json, conversion);
  }
  return convertByKind(value, conversion);
}

function convertByKind(value: object, conversion: Conversion): Json {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null)
    return convertMembers(value, conversion);
  // The tag, unlike instanceof, also knows the objects of another realm.
  switch (Object.prototype.toString.call(value)) {
    case '[object Map]':
      return convertMap(Array.from(Map.prototype.entries.call(value)), conversion);
    case '[object Set]':
      return convertList(Array.from(Set.prototype.values.call(value)), conversion);
    case '[object ArrayBuffer]':
    case '[object SharedArrayBuffer]':
      return binary((value as ArrayBuffer).byteLength);
    case '[object RegExp]':
      return convert(String(value), conversion);
    case '[object Promise]':
      return '[promise]';
    case '[object String]':
    case '[object Number]':
    case '[object Boolean]':
    case '[object BigInt]':
      return convert(value.valueOf(), conversion);
    default:
      return convertMembers(value, conversion);
  }
}

function binary(bytes: number): string {
  return `[binary, ${bytes} bytes]`;
}

function convertList(list: readonly unknown[], conversion: Conversion): Json[] {
  const result: Json[] = [];
  for (let index = 0; index < list.length; index += 1) {
    result.push(convertMember(list, index, conversion) ?? null);
    if (conversion.charsLeft < 0) break;
  }
  return result;
}

function convertMembers(owner: object, conversion: Conversion): JsonObject {
  const result: JsonObject = {};
  for (const key of Object.keys(owner)) {
    if (key === '__proto__') continue;
    conversion.charsLeft -= key.length;
    const member = convertMember(owner, key, conversion);
    if (member !== undefined) result[key.toWellFormed()] = member;
    if (conversion.charsLeft < 0) break;
  }
  return result;
}

function convertMember(
  owner: object,
  key: string | number,
  conversion: Conversion,
): Json | undefined {
  let member: unknown;
  try {
    member = (owner as Record<string | number, unknown>)[key];
  } catch {
    return '[unreadable]';
  }
  return member === undefined ? undefined : convert(member, conversion);
}

function convertMap(entries: [unknown, unknown][], conversion: Conversion): Json {
  return entries.every(([key]) => typeof key === 'string')
    ? convertMembers(Object.fromEntries(entries), conversion)
    : convertList(entries, conversion);
}

function isError(value: object): boolean {
  // An error of another realm has only the tag, one that names its own tag only the prototype.
  const tag = Object.prototype.toString.call(value);
  return tag === '[object Error]' || tag === '[object DOMException]' || value instanceof Error;
}

function convertError(error: object, conversion: Conversion): JsonObject {
  const result: JsonObject = {};
  for (const key of ['name', 'message', 'code', 'status'] as const) {
    const member = readMember(error, key);
    if (key === 'message' && typeof member === 'string') {
      result[key] = convert(conversion.errorMessage(member), conversion);
    } else if (typeof member === 'string' || typeof member === 'number') {
      result[key] = convert(member, conversion);
    }
  }
  const cause = readMember(error, 'cause');
  if (cause !== undefined) result.cause = convertCause(cause, conversion);
  return result;
}

function convertCause(cause: unknown, conversion: Conversion): Json {
  if (typeof cause === 'string') return convert(conversion.errorMessage(cause), conversion);
  return typeof cause === 'object' && cause !== null
    ? convertObject(cause, conversion, convertError)
    : convert(cause, conversion);
}

function readMember(owner: object, key: string): unknown {
  try {
    return (owner as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}
