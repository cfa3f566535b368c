import type { Json, JsonObject } from '@loopwright/core-parser';
import { matchesPattern } from './check-scalar.ts';
import { isJsonObject } from './check-schema.ts';
import type { Path, Validation } from './validation.ts';

export function checkObject(
  validation: Validation,
  schema: JsonObject,
  value: JsonObject,
  path: Path,
): void {
  const { minProperties, maxProperties } = schema;
  const count = Object.keys(value).length;
  if (typeof minProperties === 'number' && count < minProperties) {
    validation.report(path, `must have at least ${minProperties} properties`);
  }
  if (typeof maxProperties === 'number' && count > maxProperties) {
    validation.report(path, `must have at most ${maxProperties} properties`);
  }
  requireProperties(validation, schema, schema.required, value, path);
  for (const [name, required] of entriesOf(validation, schema.dependentRequired)) {
    if (Object.hasOwn(value, name)) requireProperties(validation, schema, required, value, path);
  }
  for (const [name, inner] of entriesOf(validation, schema.dependentSchemas)) {
    if (Object.hasOwn(value, name)) validation.check(inner, value, path);
  }
  for (const [name, member] of Object.entries(value)) {
    checkMember(validation, schema, name, member, path);
  }
}

function requireProperties(
  { report, spend }: Validation,
  { properties }: JsonObject,
  required: Json | undefined,
  value: JsonObject,
  path: Path,
): void {
  if (!Array.isArray(required) || !spend(required.length)) return;
  for (const name of required as string[]) {
    if (Object.hasOwn(value, name)) continue;
    const inner = isJsonObject(properties) ? properties[name] : undefined;
    const type = isJsonObject(inner) ? inner.type : undefined;
    report([...path, name], 'is missing', typeof type === 'string' ? type : 'a value');
  }
}

function checkMember(
  validation: Validation,
  schema: JsonObject,
  name: string,
  member: Json,
  path: Path,
): void {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema;
  const memberPath = [...path, name];
  if (!validation.spend(1)) return;
  if (propertyNames !== undefined && validation.fit(propertyNames, name, path) === 'does not fit') {
    validation.report(memberPath, 'has a name that is not allowed');
  }
  let isKnown = false;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
    isKnown = true;
    validation.check(properties[name], member, memberPath);
  }
  for (const [pattern, inner] of entriesOf(validation, patternProperties)) {
    if (!matchesPattern(validation, pattern, name, memberPath)) continue;
    isKnown = true;
    // An ignored pattern may or may not be about this member.
    if (validation.schema.patterns.has(pattern)) validation.check(inner, member, memberPath);
  }
  if (isKnown || additionalProperties === undefined) return;
  if (additionalProperties === false) validation.report(memberPath, 'there is no such property');
  else validation.check(additionalProperties, member, memberPath);
}

/** The members of a schema's map; none when looking at them would cost too much. */
function entriesOf({ spend }: Validation, map: Json | undefined): [string, Json][] {
  if (!isJsonObject(map) || !spend(1)) return [];
  const entries = Object.entries(map);
  return spend(entries.length) ? entries : [];
}
