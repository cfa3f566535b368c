import type { Json, JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkSchema } from './check-schema.ts';
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
 * default filled in. No code is generated, nothing is fetched, and the work grows linearly with the value, whatever the
 * schema; a check that would need more is refused. `format` and unknown keywords are only shown.
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
  const copy = toJson(schema);
  const checked = checkSchema(copy, options.patterns ?? 'check');
  const describe = () => (typeof copy === 'object' ? (toJson(copy) as JsonObject) : {});
  return {
    '~standard': {
      version: 1,
      vendor: 'loopwright',
      validate: (value) => {
        const issues = validate(checked, toJson(value) as Json);
        return issues.length > 0 ? { issues } : { value: value as Value };
      },
      jsonSchema: { input: describe, output: describe },
    },
  };
}
