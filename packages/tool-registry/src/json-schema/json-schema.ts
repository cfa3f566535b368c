import type { JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { assertKnownOptions } from '../assert-known-options.ts';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import { checkSchema } from './check-schema.ts';
import { findNoJson } from './find-no-json.ts';
import { validate } from './validate.ts';

/** Options of {@link jsonSchema}. */
export type JsonSchemaOptions = {
  /**
   * What becomes of `pattern` and `patternProperties`. `check`: they run as regular expressions, so the schema must come
   * from somebody you trust, because an expression can block the thread. `ignore`: they are only shown to the model.
   * Default `check`.
   */
  patterns?: 'check' | 'ignore';
};

/** A Standard Schema that also tells its JSON Schema, which `defineTool` shows to the model. */
export type JsonSchemaValidator<Value> = StandardSchemaV1<Value, Value> & {
  readonly '~standard': {
    readonly jsonSchema: { readonly input: () => JsonObject; readonly output: () => JsonObject };
  };
};

/**
 * Makes a Standard Schema of a plain JSON Schema (2020-12, and the `items` lists, `additionalItems` and `definitions` of
 * draft-07): `defineTool({ input: jsonSchema({ type: 'object', … }) })`. It only checks: no value is changed and no
 * default filled in. A Date, a Map and other instances are checked in their JSON form and given back as they are; a
 * function, a symbol, a bigint and a number that is not finite fit no schema. No code is generated, nothing is fetched, and the work grows linearly with the value, whatever the
 * schema; a check that would need more is refused, and so is a text of more than 10,000 characters where a pattern must run. `format` and unknown keywords are only shown.
 *
 * @typeParam Value What the caller knows the schema to accept. It is not derived from the schema.
 * @throws ToolDefinitionError `invalid_schema` for a keyword of the wrong shape, a `$ref` that leaves the schema or
 * leads nowhere, and `unevaluatedProperties`, `unevaluatedItems`, `dependencies`, `$dynamicRef`, `$recursiveRef` and
 * inner `$id`, which are not supported.
 */
export function jsonSchema<Value = JsonObject>(
  schema: object | boolean,
  options: JsonSchemaOptions = {},
): JsonSchemaValidator<Value> {
  assertKnownOptions('jsonSchema', options, { patterns: true });
  const { patterns = 'check' } = options;
  if (patterns !== 'check' && patterns !== 'ignore') {
    throw createToolDefinitionError(
      'invalid_option',
      `patterns must be 'check' or 'ignore', not ${JSON.stringify(patterns)}`,
    );
  }
  const copy = toJson(schema);
  const checked = checkSchema(copy, patterns);
  const describe = () => (typeof copy === 'object' ? (toJson(copy) as JsonObject) : {});
  return {
    '~standard': {
      version: 1,
      vendor: 'loopwright',
      validate: (value) => {
        const noJson = findNoJson(value);
        if (noJson !== undefined) {
          return { issues: [{ message: `must be JSON, not ${noJson.kind}`, path: noJson.path }] };
        }
        const issues = validate(checked, toJson(value));
        return issues.length > 0 ? { issues } : { value: value as Value };
      },
      jsonSchema: { input: describe, output: describe },
    },
  };
}
