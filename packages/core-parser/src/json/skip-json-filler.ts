import { failTruncated, type JsonCursor } from './json-cursor.ts';

/** Moves over white space and comments. False, with a failure, when a comment is never closed. */
export function skipJsonFiller(cursor: JsonCursor): boolean {
  const { text, end } = cursor;
  while (cursor.position < end) {
    const code = text.charCodeAt(cursor.position);
    if (isJsonSpace(code)) cursor.position += 1;
    else if (isOtherSpace(code)) {
      cursor.repaired = true;
      cursor.position += 1;
    } else if (text.startsWith('//', cursor.position)) {
      cursor.repaired = true;
      skipLine(cursor);
    } else if (text.startsWith('/*', cursor.position)) {
      cursor.repaired = true;
      const close = text.indexOf('*/', cursor.position + 2);
      if (close === -1) {
        failTruncated(cursor, 'a comment');
        return false;
      }
      cursor.position = close + 2;
    } else if (code === 0x2f && cursor.position + 1 === end) {
      failTruncated(cursor, 'a comment');
      return false;
    } else break;
  }
  return true;
}

function skipLine(cursor: JsonCursor): void {
  while (cursor.position < cursor.end && !/[\n\r\u2028\u2029]/.test(cursor.text[cursor.position]!))
    cursor.position += 1;
}

function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** White space of JSON5 that JSON does not have. */
function isOtherSpace(code: number): boolean {
  if (code < 0x80) return code === 0x0b || code === 0x0c;
  return /\s/.test(String.fromCharCode(code));
}
