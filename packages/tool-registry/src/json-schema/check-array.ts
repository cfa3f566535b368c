import type { Json, JsonObject } from '@loopwright/core-parser';
import type { Path, Validation } from './validation.ts';

export function checkArray(
  validation: Validation,
  schema: JsonObject,
  value: readonly Json[],
  path: Path,
): void {
  const { minItems, maxItems, uniqueItems } = schema;
  const { report } = validation;
  if (typeof minItems === 'number' && value.length < minItems) {
    report(path, `must have at least ${minItems} items`);
  }
  if (typeof maxItems === 'number' && value.length > maxItems) {
    report(path, `must have at most ${maxItems} items`);
  }
  checkItems(validation, schema, value, path);
  checkContains(validation, schema, value, path);
  if (uniqueItems !== true) return;
  if (hasEqualItems(validation, value)) report(path, 'must not have two equal items');
}

function hasEqualItems({ canonical }: Validation, value: readonly Json[]): boolean {
  const texts = new Set<string>();
  for (const item of value) {
    const text = canonical(item);
    if (text === undefined) return false;
    if (texts.has(text)) return true;
    texts.add(text);
  }
  return false;
}

function checkItems(
  validation: Validation,
  schema: JsonObject,
  value: readonly Json[],
  path: Path,
): void {
  const { items, prefixItems, additionalItems } = schema;
  // Draft-07 wrote the first items where 2020-12 writes all of them.
  const first = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
  const rest = Array.isArray(items) ? additionalItems : items;
  for (const [index, item] of value.entries()) {
    if (!validation.spend(1)) return;
    const inner = index < first.length ? first[index] : rest;
    if (inner !== undefined) validation.check(inner, item, [...path, index]);
  }
}

function checkContains(
  validation: Validation,
  { contains, minContains, maxContains }: JsonObject,
  value: readonly Json[],
  path: Path,
): void {
  if (contains === undefined) return;
  const min = typeof minContains === 'number' ? minContains : 1;
  const fits = value.map((item, index) => validation.fit(contains, item, [...path, index]));
  const sure = fits.filter((fit) => fit === 'fits').length;
  const possible = fits.filter((fit) => fit !== 'does not fit').length;
  if (possible < min) {
    validation.report(path, `must have at least ${min} items of a certain form`);
  }
  if (typeof maxContains === 'number' && sure > maxContains) {
    validation.report(path, `must have at most ${maxContains} items of a certain form`);
  }
}
