import { skipBlanks } from './blank.ts';
import { endOfLine } from './lines.ts';

/**
 * Where the line ends that holds the place, if it begins with `>` and is quotation; else undefined. Who asks for many places
 * goes on behind that line, so that each line is looked at once.
 */
export function endOfQuotedLine(text: string, position: number): number | undefined {
  const lineStart = position === 0 ? 0 : text.lastIndexOf('\n', position - 1) + 1;
  return text[skipBlanks(text, lineStart, position)] === '>' && lineStart < position
    ? endOfLine(text, position)
    : undefined;
}
