/** What stands at a keyword, as far as the check of a schema must know. */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schema map'
  | 'schema or schemas'
  | 'count'
  | 'number'
  | 'positive number'
  | 'boolean'
  | 'text'
  | 'texts'
  | 'map of texts'
  | 'list'
  | 'type';

const keywordsByShape: Readonly<Record<KeywordShape, string>> = {
  schema: 'additionalItems additionalProperties contains else if not propertyNames then',
  schemas: 'allOf anyOf oneOf prefixItems',
  'schema or schemas': 'items',
  'schema map': '$defs definitions dependentSchemas patternProperties properties',
  count:
    'maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties',
  number: 'exclusiveMaximum exclusiveMinimum maximum minimum',
  'positive number': 'multipleOf',
  boolean: 'uniqueItems',
  text: '$anchor $ref pattern',
  texts: 'required',
  'map of texts': 'dependentRequired',
  list: 'enum',
  type: 'type',
};

/** The keywords that are checked. Every other one is only shown to the model. */
export const keywordShapes: ReadonlyMap<string, KeywordShape> = new Map(
  Object.entries(keywordsByShape).flatMap(([shape, keywords]) =>
    keywords.split(' ').map((keyword) => [keyword, shape as KeywordShape] as const),
  ),
);

/** They would change what other keywords mean. Ignoring them would accept what the schema refuses. */
export const unsupportedKeywords: readonly string[] = [
  '$dynamicRef',
  '$recursiveRef',
  'dependencies',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** The names of types in a schema. */
export const schemaTypes: readonly unknown[] = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
];

/** What must stand at a keyword, in words. */
export const shapeWords: Readonly<Record<KeywordShape, string>> = {
  schema: 'a schema: an object, true or false',
  schemas: 'a list of schemas',
  'schema map': 'an object of schemas',
  'schema or schemas': 'a schema or a list of schemas',
  count: 'a whole number, 0 or more',
  number: 'a number',
  'positive number': 'a number above 0',
  boolean: 'true or false',
  text: 'a text',
  texts: 'a list of texts',
  'map of texts': 'an object of lists of texts',
  list: 'a list',
  type: `one of ${schemaTypes.join(', ')}, or a list of different ones of them`,
};
