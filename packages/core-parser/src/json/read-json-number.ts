import { fail, failTruncated, type JsonCursor } from './json-cursor.ts';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const json5Number = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const hexadecimal = /^[+-]?0[xX][0-9a-fA-F]+$/;

/**
 * Reads the number that the cursor stands on. An integer that a JavaScript number cannot hold exactly is kept as its text,
 * so that an identifier of twenty digits stays the same identifier.
 */
export function readJsonNumber(cursor: JsonCursor): number | string | undefined {
  const { text, end } = cursor;
  const start = cursor.position;
  let position = start;
  while (position < end && /[0-9a-fA-FxX.+-]/.test(text[position]!)) position += 1;
  if (position >= end) return failTruncated(cursor, 'a number');
  const literal = text.slice(start, position);
  const isHexadecimal = hexadecimal.test(literal);
  if (!isHexadecimal && !json5Number.test(literal)) {
    const found = JSON.stringify(text.slice(start, start + 20));
    return fail(cursor, 'not_json', `This is not valid JSON: ${found} does not begin a number.`);
  }
  // Number() takes no sign before 0x.
  const magnitude = Number(literal.replace(/^[+-]/, ''));
  if (!Number.isFinite(magnitude)) {
    return fail(cursor, 'not_json', `The number ${literal.slice(0, 40)} is too large for JSON.`);
  }
  if (!jsonNumber.test(literal)) cursor.repaired = true;
  cursor.position = position;
  const isInteger = isHexadecimal || !/[.eE]/.test(literal);
  if (isInteger && !Number.isSafeInteger(magnitude)) return literal;
  return literal.startsWith('-') ? -magnitude : magnitude;
}
