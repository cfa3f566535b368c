const longestId = 64;

/** True for what a step can be called: letters, digits, `_` and `-`, so that a reference to it has one reading. */
export function isPlanId(id: string): boolean {
  return id.length <= longestId && /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(id) && id !== '__proto__';
}

/** The same in words. */
export const idRule = 'An id has letters, digits, "_" and "-", and at most 64 of them.';

/** True for an id such as `1`, which also stands in texts that refer to nothing. */
export function isNumberId(id: string): boolean {
  return /^\d+$/.test(id);
}

/** True for a character that an id or the name of a field can have. */
export function isNameCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** Where the run of characters of an id that begins at `start` ends. */
export function skipIdCharacters(text: string, start: number, limit: number): number {
  let position = start;
  while (position < limit && (text[position] === '-' || isNameCharacter(text[position]))) {
    position += 1;
  }
  return position;
}
