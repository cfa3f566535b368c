import type { Json, JsonObject } from '@loopwright/core-parser';
import { isJsonObject } from '../json-schema/check-schema.ts';
import { keywordShapes } from '../json-schema/keyword-shapes.ts';
import { untrustedText, visibleText } from './untrusted-text.ts';

/** Keywords that are shown and not checked: what they hold is prose, or an example of a value. */
const shownKeywords: readonly string[] = [
  'default',
  'deprecated',
  'description',
  'examples',
  'format',
  'readOnly',
  'title',
  'writeOnly',
];

/**
 * A schema for a prompt: the keywords that are checked, and a few that tell more. Its prose is like any other text of a
 * server, and no text has invisible characters. What is checked stays the schema as it was.
 *
 * @param refuse Called for a name with invisible characters: without them it would be another name.
 */
export function untrustedSchema(schema: JsonObject, refuse: (what: string) => never): JsonObject {
  const name = (text: string) => {
    if (visibleText(text) === text) return text;
    return refuse(`has a name with invisible characters: ${JSON.stringify(visibleText(text))}`);
  };
  const map = (value: Json, inner: (member: Json) => Json): Json =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), inner(member)]))
      : inner(value);
  const data = (value: Json, text: (text: string) => string): Json => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map((item) => data(item, text));
    return isJsonObject(value) ? map(value, (member) => data(member, text)) : value;
  };
  const schemas = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(schemas);
    return isJsonObject(value) ? inner(value) : value;
  };
  const keyword = (key: string, value: Json): Json => {
    if (shownKeywords.includes(key)) return data(value, untrustedText);
    const shape = keywordShapes.get(key);
    if (shape === 'schema map') return map(value, schemas);
    return shape?.startsWith('schema') ? schemas(value) : data(value, visibleText);
  };
  const inner = (one: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(one)
        .filter(([key]) => isKnown(key))
        .map(([key, value]) => [key, keyword(key, value)]),
    );
  return inner(schema);
}

/** `const` has no shape: any value will do. */
function isKnown(key: string): boolean {
  return keywordShapes.has(key) || key === 'const' || shownKeywords.includes(key);
}
