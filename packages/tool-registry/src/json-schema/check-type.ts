import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson } from '@loopwright/core-parser';
import type { Path, Validation } from './validation.ts';

/** Values of an enumeration that a message lists. */
const maxListed = 20;

/** Checks `type`, `enum` and `const`; false when the value is of another type. */
export function checkType(
  { spend, report }: Validation,
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
  const choices = Array.isArray(allowed) ? allowed : [];
  const hasConst = Object.hasOwn(schema, 'const');
  if (!hasConst && allowed === undefined) return true;
  const text = canonicalJson(value);
  if (!spend(text.length / 16 + choices.length)) return true;
  // Canonical texts are equal exactly when the values are, whatever the order of their members.
  const isSame = (other: Json | undefined) => other !== undefined && sameText(other, value, text);
  if (hasConst && !isSame(schema.const)) {
    report(path, `must be ${canonicalJson(schema.const!)}`);
  }
  if (allowed !== undefined && !choices.some(isSame)) {
    const shown = choices.slice(0, maxListed).map((choice) => canonicalJson(choice));
    const rest = choices.length > maxListed ? `, or one of ${choices.length - maxListed} more` : '';
    report(path, `must be one of ${shown.join(', ')}${rest}`);
  }
  return true;
}

function sameText(other: Json, value: Json, text: string): boolean {
  if (typeof other !== 'object' || other === null) return other === value;
  return typeof value === 'object' && canonicalJson(other) === text;
}

function hasType(value: Json, type: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
