import { endOfLine } from '../text/lines.ts';
import { anyOf, resultMarkers } from '../text/markers.ts';
import { readLabel } from '../text/read-label.ts';

/** What only a server writes: the results of tools, and the turns of others. */
const serverMarkers = new RegExp(
  String.raw`${anyOf(resultMarkers)}|<[|｜]tool[▁_ ]outputs?[▁_ ]begin[|｜]>|<[|｜]User[|｜]>|<\|(?:im_start|start_header_id|observation)\|>|<\|start\|>(?!assistant|$)`,
  'g',
);

/**
 * Where a result that the model invented begins, at or behind `start`, else the end of the text: a marker that only a server
 * writes, or a line `Observation:`.
 */
export function findInventedResult(text: string, start: number): number {
  serverMarkers.lastIndex = start;
  const end = serverMarkers.exec(text)?.index ?? text.length;
  let lineStart = start;
  while (lineStart < end) {
    const lineEnd = endOfLine(text, lineStart);
    if (readLabel(text, lineStart, lineEnd)?.label === 'Observation') return lineStart;
    lineStart = lineEnd + 1;
  }
  return end;
}
