/** JSON text on one line by every reading of what a line is: `JSON.stringify` leaves some separators as they are. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\x85\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
