import { fail, failTruncated, type JsonCursor } from './json-cursor.ts';

const jsonEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Escapes of JSON5 and Python that JSON does not have. A backslash before a line break joins the lines. */
const otherEscapes: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['v', '\v'],
  ['\n', ''],
  ['\r', ''],
  ['\u2028', ''],
  ['\u2029', ''],
]);

/** Reads the string that the cursor stands on, in double or single quotes. Raw line breaks in it stay as they are. */
export function readJsonString(cursor: JsonCursor): string | undefined {
  const { text, end } = cursor;
  const quote = text.charCodeAt(cursor.position);
  if (quote !== 0x22) cursor.repaired = true;
  cursor.position += 1;
  let value = '';
  let chunkStart = cursor.position;
  while (cursor.position < end) {
    const code = text.charCodeAt(cursor.position);
    if (code === quote) {
      value += text.slice(chunkStart, cursor.position);
      cursor.position += 1;
      return value;
    }
    if (code === 0x5c) {
      value += text.slice(chunkStart, cursor.position);
      const escaped = readEscape(cursor);
      if (escaped === undefined) return undefined;
      value += escaped;
      chunkStart = cursor.position;
    } else {
      if (code < 0x20) cursor.repaired = true;
      cursor.position += 1;
    }
  }
  return failTruncated(cursor, 'a string');
}

function readEscape(cursor: JsonCursor): string | undefined {
  const { text, end, position } = cursor;
  if (position + 1 >= end) return failTruncated(cursor, 'a string');
  const letter = text[position + 1]!;
  if (letter === 'u') return readHexEscape(cursor, 4);
  if (letter === 'x') {
    cursor.repaired = true;
    return readHexEscape(cursor, 2);
  }
  const character = jsonEscapes.get(letter);
  if (character !== undefined) {
    cursor.position += 2;
    return character;
  }
  const other = otherEscapes.get(letter);
  if (other === undefined) {
    // Whether the backslash belongs to the value (a regex) or not (markdown) cannot be known, so neither is assumed.
    cursor.committed = true;
    const message = `"\\${letter}" is not an escape of JSON. Write "\\\\${letter}" to keep the backslash, or leave it out.`;
    return fail(cursor, 'not_json', message);
  }
  cursor.repaired = true;
  cursor.position += letter === '\r' && text[position + 2] === '\n' ? 3 : 2;
  return other;
}

function readHexEscape(cursor: JsonCursor, length: number): string | undefined {
  const start = cursor.position + 2;
  const digits = cursor.text.slice(start, Math.min(start + length, cursor.end));
  if (!/^[0-9a-f]*$/i.test(digits)) {
    return fail(cursor, 'not_json', `An escape in a string needs ${length} hexadecimal digits.`);
  }
  cursor.position = start + length;
  return String.fromCharCode(Number.parseInt(digits, 16));
}
