import { maxJsonChars, maxJsonDepth } from '../defaults.ts';
import type { Json, JsonObject } from './json.ts';

/** The state of one copy: what is left of its budget, and why it stopped. */
export type JsonCopy = {
  charsLeft: number;
  failure: { code: 'not_json' | 'too_large'; message: string } | undefined;
};

/** Begins a copy of at most about `maxJsonChars` characters, each value counting 16 beside the length of its text. */
export function beginCopy(): JsonCopy {
  return { charsLeft: maxJsonChars, failure: undefined };
}

const charsPerValue = 16;

/**
 * Copies a JSON value whose texts `mapText` may replace. Unlike `toJson` it converts nothing: undefined, with
 * `copy.failure` set unless `mapText` gave it, for what is no JSON value, holds itself, or is beyond the limits.
 */
export function copyJson(
  value: unknown,
  copy: JsonCopy,
  depth: number,
  mapText: (text: string, depth: number) => Json | undefined,
): Json | undefined {
  return copyValue(value, { copy, mapText, ancestors: new Set() }, depth);
}

/** Takes characters from the budget. False when it is used up. */
export function spend(copy: JsonCopy, chars: number): boolean {
  copy.charsLeft -= chars;
  if (copy.charsLeft >= 0) return true;
  copy.failure = { code: 'too_large', message: `more than ${maxJsonChars} characters` };
  return false;
}

type Walk = {
  readonly copy: JsonCopy;
  readonly mapText: (text: string, depth: number) => Json | undefined;
  /** The objects that are being copied. */
  readonly ancestors: Set<object>;
};

function copyValue(value: unknown, walk: Walk, depth: number): Json | undefined {
  if (!spend(walk.copy, charsPerValue)) return undefined;
  if (typeof value === 'string') {
    return spend(walk.copy, value.length) ? walk.mapText(value, depth) : undefined;
  }
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value as Json;
  if (typeof value !== 'object') return fail(walk, `${nameOf(value)}, which is no JSON value`);
  if (walk.ancestors.has(value)) return fail(walk, 'an object that holds itself');
  if (depth >= maxJsonDepth) {
    walk.copy.failure = { code: 'too_large', message: `more than ${maxJsonDepth} levels` };
    return undefined;
  }
  walk.ancestors.add(value);
  const result = Array.isArray(value)
    ? copyList(value, walk, depth)
    : copyObject(value, walk, depth);
  walk.ancestors.delete(value);
  return result;
}

function copyList(list: readonly unknown[], walk: Walk, depth: number): Json[] | undefined {
  const result: Json[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const item = copyValue(list[index], walk, depth + 1);
    if (item === undefined) return undefined;
    result.push(item);
  }
  return result;
}

function copyObject(value: object, walk: Walk, depth: number): JsonObject | undefined {
  if (!isPlain(value)) return fail(walk, `${nameOf(value)}, which is no JSON value`);
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return fail(walk, 'a key "__proto__", which is not allowed');
    if (!spend(walk.copy, key.length)) return undefined;
    const member = copyValue((value as Record<string, unknown>)[key], walk, depth + 1);
    if (member === undefined) return undefined;
    result[key] = member;
  }
  return result;
}

/** True for an object without a class, of any realm. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') return typeof value;
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function fail(walk: Walk, message: string): undefined {
  walk.copy.failure = { code: 'not_json', message };
  return undefined;
}
