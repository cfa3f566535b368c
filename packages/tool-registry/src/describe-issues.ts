import type { Json } from '@loopwright/core-parser';
import { hideTexts } from './leaf-texts.ts';
import { oneLine } from './one-line.ts';
import { readProperty } from './read-property.ts';

const maxIssues = 8;
const maxPathChars = 120;
/** A library's longer text is replaced by our own words. */
const maxIssueChars = 500;

/**
 * What is wrong with a value: path, what was expected and which type came. No part of the value is repeated: one may be
 * a secret, and whoever sent it knows it. `textsToHide` gives the texts that a library's own message about a path must
 * not repeat, or undefined when that message is not used.
 */
export function describeIssues(
  issues: readonly unknown[],
  value: Json,
  textsToHide: (path: readonly PropertyKey[]) => readonly string[] | undefined,
): string {
  const problems = issues.slice(0, maxIssues).map((issue) => {
    const path = readPath(issue);
    return formatPath(path) + describeProblem(issue, valueAt(value, path), textsToHide(path));
  });
  const rest = issues.length - problems.length;
  return problems.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

/** Uses the library's text, without the values, only where it says more than our own words do. */
function describeProblem(
  issue: unknown,
  received: Json | undefined,
  valuesToHide: readonly string[] | undefined,
): string {
  const expected = readProperty(issue, 'expected');
  if (typeof expected === 'string' && expected !== '') {
    const wanted = `expected ${oneLine(expected, maxIssueChars)}`;
    return received === undefined
      ? `is missing, ${wanted}`
      : `${wanted}, received ${typeName(received)}`;
  }
  const message = readProperty(issue, 'message');
  const isUsable =
    valuesToHide !== undefined && typeof message === 'string' && message.length <= maxIssueChars;
  const text = isUsable ? oneLine(hideTexts(message, valuesToHide), maxIssueChars) : '';
  return `${text || 'not valid'} (received ${typeName(received)})`;
}

function readPath(issue: unknown): PropertyKey[] {
  const path = readProperty(issue, 'path');
  if (!Array.isArray(path)) return [];
  return path.slice(0, 32).map((segment: unknown) => {
    const key = typeof segment === 'object' ? readProperty(segment, 'key') : segment;
    return typeof key === 'number' ? key : String(key);
  });
}

function valueAt(root: Json, path: readonly PropertyKey[]): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, Json>)[key];
  }
  return value;
}

function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '';
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  return `${oneLine(text, maxPathChars)}: `;
}

/** The JSON type of a value, as a message names it. */
export function typeName(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
