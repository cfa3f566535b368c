import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson } from '@loopwright/core-parser';
import type { Path, Validation } from './validation.ts';

/** Values of an enumeration that a message lists. */
const maxListed = 20;

/** Checks `type`, `enum` and `const`; false when the value is of another type. */
export function checkType(
  { schema: { choices }, canonical, report }: Validation,
  schema: JsonObject,
  value: Json,
  path: Path,
): boolean {
  const { type, enum: allowed } = schema;
  if (type !== undefined) {
    const types = Array.isArray(type) ? type : [type];
    if (!types.some((name) => hasType(value, name))) {
      const expected = types.join(' or ');
      report(path, `expected ${expected}`, expected);
      return false;
    }
  }
  const choice = choices.get(schema);
  if (choice === undefined) return true;
  const text = canonical(value);
  if (text === undefined) return true;
  if (choice.constant !== undefined && text !== choice.constant) {
    report(path, `must be ${choice.constant}`);
  }
  if (Array.isArray(allowed) && !choice.allowed.has(text)) {
    report(path, () => describeChoices(allowed));
  }
  return true;
}

function describeChoices(allowed: readonly Json[]): string {
  const shown = allowed.slice(0, maxListed).map((choice) => canonicalJson(choice));
  const rest = allowed.length - shown.length;
  return `must be one of ${shown.join(', ')}${rest > 0 ? `, or one of ${rest} more` : ''}`;
}

function hasType(value: Json, type: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
