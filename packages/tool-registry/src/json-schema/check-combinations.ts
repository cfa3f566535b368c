import type { Json, JsonObject } from '@loopwright/core-parser';
import { isJsonObject } from './check-schema.ts';
import type { Path, Validation } from './validation.ts';

/** Checks the keywords that combine schemas of the same value. */
export function checkCombinations(
  validation: Validation,
  schema: JsonObject,
  value: Json,
  path: Path,
): void {
  const { allOf, anyOf, oneOf, not } = schema;
  const { fit, check, report } = validation;
  for (const inner of listOf(allOf)) check(inner, value, path);
  if (anyOf !== undefined) {
    const inner = listOf(anyOf);
    if (!inner.some((one) => fit(one, value, path) !== 'does not fit')) {
      reportNone(validation, inner, path);
    }
  }
  if (oneOf !== undefined) {
    const fits = listOf(oneOf).map((one) => fit(one, value, path));
    const sure = fits.filter((one) => one === 'fits').length;
    if (sure > 1) report(path, 'fits more than one of several forms, of which it must fit one');
    else if (fits.every((one) => one === 'does not fit')) {
      reportNone(validation, listOf(oneOf), path);
    }
  }
  if (not !== undefined && fit(not, value, path) === 'fits')
    report(path, 'has a form that is not allowed');
  checkCondition(validation, schema, value, path);
}

function checkCondition(
  { fit, check, doubt }: Validation,
  { if: condition, then, else: otherwise }: JsonObject,
  value: Json,
  path: Path,
): void {
  if (condition === undefined) return;
  const answer = fit(condition, value, path);
  if (answer === 'unsure') {
    doubt();
    return;
  }
  const inner = answer === 'fits' ? then : otherwise;
  if (inner !== undefined) check(inner, value, path);
}

/** Names the types where each form is told by its type. */
function reportNone({ report }: Validation, forms: readonly Json[], path: Path): void {
  const types = forms.map((form) => (isJsonObject(form) ? form.type : undefined));
  const isTold =
    types.every((type) => typeof type === 'string') && new Set(types).size === types.length;
  const expected = types.join(' or ');
  if (isTold) report(path, `expected ${expected}`, expected);
  else report(path, `fits none of the ${forms.length} allowed forms`);
}

function listOf(schemas: Json | undefined): readonly Json[] {
  return Array.isArray(schemas) ? schemas : [];
}
