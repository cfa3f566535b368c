import { maxJsonDepth } from '../defaults.ts';
import type { Json, JsonObject } from './json.ts';
import { closingQuote } from './strict-string.ts';

/**
 * Reads a text that is one JSON object and nothing else, as most are, with `JSON.parse`: several times as fast as the
 * tolerant reader. Undefined for any other text, and for what the tolerant reader reads otherwise or refuses: duplicate
 * keys, keys that reach a prototype, numbers that are not kept exactly, deep nesting. Linear.
 */
export function readStrictJson(text: string): JsonObject | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  let value: JsonObject;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const audit = { members: 0, hasBackslash: text.includes('\\') };
  if (!isSafe(value, audit, 0)) return undefined;
  // Of equal keys only the last is left: there are then fewer members than the text has colons behind a key.
  const isWhole =
    audit.members === countKeyColons(text) || audit.members === countColonsOutsideStrings(text);
  return isWhole ? value : undefined;
}

type Audit = { members: number; readonly hasBackslash: boolean };

/** True when nothing in the value needs the tolerant reader. Counts the members of all objects. */
function isSafe(value: JsonObject | Json[], audit: Audit, depth: number): boolean {
  if (depth >= maxJsonDepth) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isSafeItem(item, audit, depth)) return false;
    return true;
  }
  // Faster than a list of the keys; what a polluted prototype adds spoils the count, and the tolerant reader takes over.
  for (const key in value) {
    audit.members += 1;
    if (!isSafeKey(key, audit) || !isSafeItem(value[key]!, audit, depth)) return false;
  }
  return true;
}

function isSafeItem(value: Json, audit: Audit, depth: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) || isFraction(value);
  return typeof value !== 'object' || value === null || isSafe(value, audit, depth + 1);
}

/** After a key with a backslash, V8 may read other keys with escapes as that one (nodejs/node#63785). */
function isSafeKey(key: string, audit: Audit): boolean {
  if (key === '__proto__' || key === 'constructor') return false;
  return !audit.hasBackslash || !key.includes('\\');
}

function isFraction(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value);
}

const quote = 0x22;
const colon = 0x3a;
const space = 0x20;

/** Counts the colons that follow a quote in a valid JSON text. A string that begins with a colon is counted as well. */
function countKeyColons(text: string): number {
  let count = 0;
  let position = text.indexOf(':');
  while (position !== -1) {
    let before = position - 1;
    while (text.charCodeAt(before) <= space) before -= 1;
    if (text.charCodeAt(before) === quote) count += 1;
    position = text.indexOf(':', position + 1);
  }
  return count;
}

/** Counts the colons that stand in no string of a valid JSON text: exact, and slower. */
function countColonsOutsideStrings(text: string): number {
  let count = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === colon) count += 1;
    else if (code === quote) position = closingQuote(text, position);
  }
  return count;
}
