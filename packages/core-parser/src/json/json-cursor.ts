import type { ParseErrorCode } from '../parse-error-code.ts';

/** Why a reader stopped, and where. */
export type JsonFailure = { code: ParseErrorCode; message: string; position: number };

/** A part of the text, as offsets. */
export type Span = { start: number; end: number };

/** The state of one reading. The readers move `position` forward only, so a reading is linear in the text. */
export type JsonCursor = {
  readonly text: string;
  readonly end: number;
  position: number;
  /** Something was read that JSON does not allow. */
  repaired: boolean;
  /** What was read means to be JSON, as it has a `key:`, and is not prose with a brace in it. A failure is then an error. */
  committed: boolean;
  /** Where the values of the outermost object stand. */
  readonly memberSpans: Map<string, Span>;
  failure: JsonFailure | undefined;
};

/** A cursor on the part of the text from `start` up to `end`. */
export function createCursor(text: string, start: number, end: number): JsonCursor {
  return {
    text,
    end,
    position: start,
    repaired: false,
    committed: false,
    memberSpans: new Map(),
    failure: undefined,
  };
}

/** Records a failure. Returns undefined, so that a reader can return the call. */
export function fail(cursor: JsonCursor, code: ParseErrorCode, message: string): undefined {
  cursor.failure = { code, message, position: cursor.position };
  return undefined;
}

/** Records that the text ends where something is still open. */
export function failTruncated(cursor: JsonCursor, open: string): undefined {
  cursor.position = cursor.end;
  return fail(
    cursor,
    'truncated',
    `The JSON breaks off inside ${open}. Write the whole object again, shorter if need be.`,
  );
}

/** Records that the text goes on otherwise than JSON does, or breaks off. */
export function failExpected(cursor: JsonCursor, expected: string, open: string): undefined {
  if (cursor.position >= cursor.end) return failTruncated(cursor, open);
  const found = JSON.stringify(
    cursor.text.slice(cursor.position, Math.min(cursor.position + 20, cursor.end)),
  );
  return fail(
    cursor,
    'not_json',
    `This is not valid JSON: expected ${expected} but found ${found}.`,
  );
}

/** The character at the cursor, '' at the end. */
export function currentCharacter(cursor: JsonCursor): string {
  return cursor.position < cursor.end ? cursor.text[cursor.position]! : '';
}
