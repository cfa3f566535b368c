import type { JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { readProperty } from './read-property.ts';

/** Recognised by shape, so that a schema of any library and of any copy of it will do. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  const standard = readProperty(value, '~standard');
  return (
    readProperty(standard, 'version') === 1 &&
    typeof readProperty(standard, 'validate') === 'function'
  );
}

type JsonSchemaSource = {
  jsonSchema?: { input?: (options: { target: string }) => unknown };
};

/** The JSON Schema of a schema's input, or `{}` where the library has none or cannot express it. */
export function parametersOf(schema: StandardSchemaV1): JsonObject {
  try {
    const standard = schema['~standard'] as JsonSchemaSource;
    const parameters = toJson(standard.jsonSchema?.input?.({ target: 'draft-2020-12' }) ?? {});
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
      return {};
    }
    // Whoever sends the schema says the dialect once; in a prompt it would be noise for every tool.
    const { $schema: _dialect, ...rest } = parameters;
    return rest;
  } catch {
    return {};
  }
}
