/** Words by which a model ends a run. No tool may bear one of them (T7). */
export const controlWords = ['final', 'final_answer', 'finish', 'give_up'] as const;

/** What a control word asks for. */
export type ControlWord = 'final' | 'give_up';

const meanings: ReadonlyMap<string, ControlWord> = new Map([
  ['final', 'final'],
  ['finalanswer', 'final'],
  ['finish', 'final'],
  ['giveup', 'give_up'],
]);

/** Reads a name as a control word, whatever its case, spaces, underscores and hyphens; undefined for anything else. */
export function readControlWord(name: string): ControlWord | undefined {
  // Longer names cannot be control words, and a model may write a whole page here.
  if (name.length > 64) return undefined;
  return meanings.get(name.toLowerCase().replace(/[\s_-]/g, ''));
}

/** True when the name is a control word in any spelling: `Final Answer`, `GIVE UP`, `finish` (T7). */
export function isControlWord(name: string): boolean {
  return typeof name === 'string' && readControlWord(name) !== undefined;
}
