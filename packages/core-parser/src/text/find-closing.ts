/** What is closed: JSON that cannot be read, where strings may hold brackets; the bracket or the parentheses of a call. */
export type ClosedPart = 'json' | 'bracket' | 'parenthesis';

const opening: Record<ClosedPart, string> = { json: '{[', bracket: '[', parenthesis: '(' };
const closing: Record<ClosedPart, string> = { json: '}]', bracket: ']', parenthesis: ')' };

/**
 * Where the text goes on behind the bracket that closes the one at `open`, or infinity when none does. Brackets are counted;
 * those in double quotes count only between the brackets of a call in the bracket form, where quotes are text.
 */
export function findClosing(text: string, open: number, part: ClosedPart): number {
  let depth = 0;
  let isString = false;
  for (let position = open; position < text.length; position += 1) {
    const character = text[position]!;
    if (isString) {
      if (character === '\\') position += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') {
      isString = part !== 'bracket';
    } else if (opening[part].includes(character)) {
      depth += 1;
    } else if (closing[part].includes(character)) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return Number.POSITIVE_INFINITY;
}
