export type { JsonSchemaOptions } from './json-schema/json-schema.ts';
export { jsonSchema } from './json-schema/json-schema.ts';
