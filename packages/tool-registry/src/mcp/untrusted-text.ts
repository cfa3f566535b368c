import { capText, encodeNote, type Json, type JsonObject } from '@loopwright/core-parser';
import { mcpDefaults } from './defaults.ts';

/** Characters that are not seen and could still be read: formats, tags, private use, unassigned. */
const invisible = /[\p{Cf}\p{Co}\p{Cn}]/gu;

/** The members of a schema that hold prose. */
const proseKeys: readonly string[] = ['$comment', 'description', 'title'];

/** A text of a server for a prompt: one line, capped, without invisible characters, and nothing that reads as a step. */
export function untrustedText(text: unknown): string {
  if (typeof text !== 'string') return '';
  const { maxDescriptionChars } = mcpDefaults;
  // No character becomes longer, and a hostile text may be huge.
  const visible = text.slice(0, maxDescriptionChars * 4).replace(invisible, '');
  return encodeNote(capText(visible, maxDescriptionChars, 'The rest is left out.'));
}

/** A schema for a prompt: its prose like any other text of a server. What is checked stays the schema as it was. */
export function untrustedSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      typeof value === 'string' && proseKeys.includes(key) ? untrustedText(value) : inner(value),
    ]),
  );
}

function inner(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(inner) : untrustedSchema(value);
}
