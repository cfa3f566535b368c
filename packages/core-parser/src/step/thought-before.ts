import { readOutline } from '../asked-forms/step-outline.ts';
import { callStart } from './call-start.ts';

/** The thought that stands before a call, without its label, the label `Action:` and an opened fence. */
export function thoughtBefore(text: string, position: number): string {
  const before = text.slice(0, callStart(text, position));
  return before.trim() === '' ? '' : readOutline(before).thought;
}
