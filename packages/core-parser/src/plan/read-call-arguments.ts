import { maxJsonDepth } from '../defaults.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { createCursor, currentCharacter, type JsonCursor } from '../json/json-cursor.ts';
import { readJsonValue } from '../json/read-json-value.ts';
import { skipJsonFiller } from '../json/skip-json-filler.ts';
import { endOfLine } from '../text/lines.ts';

/** The arguments of `tool(…)`, and where the text goes on behind the bracket. */
export type CallArguments = {
  /** Those without a name. */
  values: Json[];
  named: JsonObject;
  end: number;
  repaired: boolean;
};

/**
 * Reads the arguments of a call behind its opening bracket: JSON values, `$1` and lists of both, with `name=` or without. What
 * does not begin like one of these is a text without quotes up to the bracket that ends the line, as in `search(In Cold
 * Blood)`. Gives the reason when the arguments cannot be read; nothing that was left open is closed.
 */
export function readCallArguments(
  text: string,
  start: number,
  end: number,
): CallArguments | string {
  // A text of its own, as the readers of JSON look for the end of a comment beyond the end of the range.
  const written = text.slice(start, end);
  const cursor = createCursor(written, 0, written.length);
  const call: CallArguments = { values: [], named: {}, end: 0, repaired: false };
  const reason = readAll(cursor, call);
  if (reason === undefined) {
    return { ...call, end: start + cursor.position, repaired: cursor.repaired };
  }
  const bare = structuredStart.test(written.slice(0, 100)) ? undefined : readBareText(written);
  if (bare === undefined) return reason;
  return { values: [bare.trim()], named: {}, end: start + bare.length + 1, repaired: false };
}

/** A quote, a bracket or `name=`: what begins so is no text without quotes. */
const structuredStart = /^\s{0,16}(?:["'[{]|[\p{L}_][\p{L}\p{N}_]{0,63}\s{0,8}=(?!=))/u;

/** Reads all arguments and the closing bracket. Undefined when it did, else why it could not. */
function readAll(cursor: JsonCursor, call: CallArguments): string | undefined {
  for (;;) {
    if (!skipJsonFiller(cursor)) return describe(cursor);
    if (currentCharacter(cursor) === ')') {
      cursor.position += 1;
      return undefined;
    }
    const name = readName(cursor);
    const value = readArgument(cursor, 0);
    if (value === undefined) return describe(cursor);
    if (name === undefined) {
      if (Object.keys(call.named).length > 0)
        return 'an argument without a name follows a named one';
      call.values.push(value);
    } else {
      if (name === '__proto__' || Object.hasOwn(call.named, name)) {
        return `the argument ${JSON.stringify(name)} is given twice or not allowed`;
      }
      call.named[name] = value;
    }
    if (!skipJsonFiller(cursor)) return describe(cursor);
    const next = currentCharacter(cursor);
    if (next === ',') cursor.position += 1;
    else if (next !== ')') return describe(cursor);
  }
}

/** Reads `name=` where it stands. */
function readName(cursor: JsonCursor): string | undefined {
  const name = /[\p{L}_][\p{L}\p{N}_]{0,63}\s{0,8}=(?!=)/uy;
  name.lastIndex = cursor.position;
  const written = name.exec(cursor.text)?.[0];
  if (written === undefined) return undefined;
  cursor.position += written.length;
  return written.slice(0, -1).trim();
}

/** Reads a JSON value, a reference such as `$1`, or a list of both. */
function readArgument(cursor: JsonCursor, depth: number): Json | undefined {
  if (!skipJsonFiller(cursor)) return undefined;
  const first = currentCharacter(cursor);
  if (first === '$') return readReference(cursor);
  if (first !== '[' || depth >= maxJsonDepth) return readJsonValue(cursor, depth);
  const list: Json[] = [];
  cursor.position += 1;
  for (;;) {
    if (!skipJsonFiller(cursor)) return undefined;
    if (currentCharacter(cursor) === ']') {
      cursor.position += 1;
      return list;
    }
    const item = readArgument(cursor, depth + 1);
    if (item === undefined || !skipJsonFiller(cursor)) return undefined;
    list.push(item);
    const next = currentCharacter(cursor);
    if (next === ',') cursor.position += 1;
    else if (next !== ']') return undefined;
  }
}

/** Reads `$1`, `${1}` or the escaped `$$1` and a path behind it as the text that it is. */
function readReference(cursor: JsonCursor): string | undefined {
  const reference =
    /\${1,2}(?:\d{1,9}|\{\d{1,9}\})(?:\.[\p{L}_][\p{L}\p{N}_]{0,63}|\[\d{1,9}\])*/uy;
  reference.lastIndex = cursor.position;
  const written = reference.exec(cursor.text)?.[0];
  if (written !== undefined) cursor.position += written.length;
  return written;
}

function describe(cursor: JsonCursor): string {
  if (cursor.failure !== undefined) return cursor.failure.message;
  return cursor.position >= cursor.end
    ? 'its bracket is never closed'
    : `"," or ")" was expected where ${JSON.stringify(cursor.text.slice(cursor.position, cursor.position + 20))} stands`;
}

/** The text up to the bracket that closes it on its line. */
function readBareText(text: string): string | undefined {
  const lineEnd = endOfLine(text, 0);
  let depth = 1;
  for (let position = 0; position < lineEnd; position += 1) {
    if (text[position] === '(') depth += 1;
    else if (text[position] === ')') depth -= 1;
    if (depth === 0) return text.slice(0, position);
  }
  return undefined;
}
