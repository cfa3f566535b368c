import { capText, encodeNote } from '@loopwright/core-parser';
import { mcpDefaults } from './defaults.ts';

/** Characters that are not seen and could still be read: formats, tags, private use, unassigned. */
const invisible = /[\p{Cf}\p{Co}\p{Cn}]/gu;

/** A text of a server for a prompt: one line, capped, without invisible characters, and nothing that reads as a step. */
export function untrustedText(text: unknown): string {
  if (typeof text !== 'string') return '';
  const { maxDescriptionChars } = mcpDefaults;
  // No character becomes longer, and a hostile text may be huge.
  const visible = visibleText(text.slice(0, maxDescriptionChars * 4));
  return encodeNote(capText(visible, maxDescriptionChars, 'The rest is left out.'));
}

/** A text without invisible characters. */
export function visibleText(text: string): string {
  return text.replace(invisible, '');
}
