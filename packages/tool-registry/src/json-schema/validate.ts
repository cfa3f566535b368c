import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson } from '@loopwright/core-parser';
import { checkArray } from './check-array.ts';
import { checkCombinations } from './check-combinations.ts';
import { checkObject } from './check-object.ts';
import { checkNumber, checkString } from './check-scalar.ts';
import type { CheckedSchema } from './check-schema.ts';
import { isJsonObject } from './check-schema.ts';
import { checkType } from './check-type.ts';
import { jsonSize } from './json-size.ts';
import type { Issue, Path, Validation } from './validation.ts';

/** Work that any check may do, and what each character of the value adds. */
const freeSteps = 100_000;
const stepsPerChar = 20;
/** Levels of schemas in each other. A schema that refers to itself on the same value would have no end. */
const maxDepth = 500;
/** More are not told: a list of a thousand wrong items is one mistake. */
const maxIssues = 20;

/** What does not fit; nothing when all does. Total, and linear in the size of the value. */
export function validate(schema: CheckedSchema, value: Json): Issue[] {
  const issues: Issue[] = [];
  let refusal: Issue | undefined;
  /** Inner schemas that are being tried, in each other: what does not fit one of them is not told. */
  let trying = 0;
  let failures = 0;
  let doubts = 0;
  let depth = 0;
  let steps = freeSteps + stepsPerChar * jsonSize(value);

  const validation: Validation = {
    schema,
    spend: (cost) => {
      steps -= cost;
      return steps > 0 && refusal === undefined;
    },
    report: (path, message, expected) => {
      failures += 1;
      if (trying > 0 || issues.length >= maxIssues) return;
      issues.push({
        message: typeof message === 'string' ? message : message(),
        path,
        ...(expected === undefined ? {} : { expected }),
      });
    },
    giveUp: (path, message) => {
      refusal ??= { message, path };
    },
    canonical: (part) =>
      validation.spend(1) && validation.spend(jsonSize(part)) ? canonicalJson(part) : undefined,
    doubt: () => {
      doubts += 1;
    },
    check: (inner, part, path) => {
      if (!validation.spend(1)) return;
      depth += 1;
      if (depth > maxDepth) validation.giveUp([], 'the schema refers to itself without end');
      else if (inner === false) validation.report(path, 'is not allowed');
      else if (isJsonObject(inner)) checkKeywords(validation, inner, part, path);
      depth -= 1;
    },
    fit: (inner, part, path) => {
      const before = { failures, doubts };
      trying += 1;
      validation.check(inner, part, path);
      trying -= 1;
      const hasFailed = failures > before.failures;
      failures = before.failures;
      if (hasFailed) return 'does not fit';
      return doubts > before.doubts ? 'unsure' : 'fits';
    },
  };
  validation.check(schema.root, value, []);
  if (refusal !== undefined) return [refusal];
  if (steps <= 0) return [{ message: 'the schema is too costly to check', path: [] }];
  return issues;
}

function checkKeywords(validation: Validation, schema: JsonObject, value: Json, path: Path): void {
  if (typeof schema.$ref === 'string') {
    validation.check(validation.schema.targets.get(schema.$ref), value, path);
  }
  // What has another type would only be told the rest in a roundabout way.
  if (!checkType(validation, schema, value, path)) return;
  if (typeof value === 'string') checkString(validation, schema, value, path);
  else if (typeof value === 'number') checkNumber(validation, schema, value, path);
  else if (Array.isArray(value)) checkArray(validation, schema, value, path);
  else if (isJsonObject(value)) checkObject(validation, schema, value, path);
  checkCombinations(validation, schema, value, path);
}
