import { readFence } from '../text/fence.ts';
import { readLabel } from '../text/read-label.ts';

/** Where a call begins together with the fence that is opened before it and the label `Action:` before that. */
export function callStart(text: string, position: number): number {
  let start = position;
  let end = position;
  for (;;) {
    const lineStart = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    const label = readLabel(text, lineStart, end);
    const contentStart = label?.label === 'Action' ? label.contentStart : lineStart;
    const isFence = start === position && readFence(text, contentStart, end) !== undefined;
    if (!isFence && text.slice(contentStart, end).trim() !== '') return start;
    if (label?.label === 'Action') return lineStart;
    if (isFence) start = lineStart;
    if (lineStart === 0) return start;
    end = lineStart - 1;
  }
}
