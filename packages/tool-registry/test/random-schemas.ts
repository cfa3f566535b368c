import fc from 'fast-check';
import { condition } from './json-schema-support.ts';

const names = fc.constantFrom('a', 'b', 'c', 'x1');
const numbers = fc.constantFrom(-3, -1, 0, 0.5, 1, 1.5, 2, 3, 10, 12, 1_000_000_000);
const texts = fc.constantFrom('', 'a', 'ab', 'abc', 'x1', '😀', 'é');

/** JSON values from a small world, so that schemas of the same world are met. */
export const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, texts),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const counts = fc.integer({ min: 0, max: 3 });
const patterns = fc.constantFrom('^a', 'b$', '[0-9]', '^.$');
const types = fc.constantFrom('array', 'boolean', 'integer', 'null', 'number', 'object', 'string');
const references = fc.constantFrom('#', '#/$defs/one', '#/$defs/two');

/** Schemas of 2020-12 with every keyword that is checked, and references to two definitions. */
export const schemas = fc.letrec<{ schema: object | boolean; root: object }>((tie) => {
  const schema = tie('schema');
  const some = fc.array(schema, { minLength: 1, maxLength: 3 });
  const mapOf = <T>(of: fc.Arbitrary<T>, keys: fc.Arbitrary<string> = names) =>
    fc.dictionary(keys, of, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
  const keyword = (name: string, value: fc.Arbitrary<unknown>) =>
    value.map((inner): object => ({ [name]: inner }));
  const leaf = fc.oneof(
    keyword('type', types),
    keyword('type', fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    keyword('enum', fc.array(values, { minLength: 1, maxLength: 4 })),
    keyword('const', values),
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
      (name) => keyword(name, counts),
    ),
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) =>
      keyword(name, numbers),
    ),
    keyword('multipleOf', fc.constantFrom(0.5, 1, 2, 3)),
    keyword('uniqueItems', fc.boolean()),
    keyword('pattern', patterns),
    keyword('required', fc.uniqueArray(names, { maxLength: 2 })),
    keyword('dependentRequired', mapOf(fc.uniqueArray(names, { maxLength: 2 }))),
    keyword('$ref', references),
  );
  const branch = fc.oneof(
    ...['additionalProperties', 'items', 'not', 'propertyNames'].map((name) =>
      keyword(name, schema),
    ),
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) => keyword(name, some)),
    ...['properties', 'dependentSchemas'].map((name) => keyword(name, mapOf(schema))),
    keyword('patternProperties', mapOf(schema, patterns)),
    fc
      .tuple(schema, counts, counts)
      .map(([contains, minContains, maxContains]) => ({ contains, minContains, maxContains })),
    keyword('contains', schema),
    fc.tuple(schema, schema, schema).map(([test, yes, no]) => condition(test as object, yes, no)),
  );
  const merged = fc
    .array(fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, branch), {
      minLength: 1,
      maxLength: 3,
    })
    .map((keywords): object => Object.assign({}, ...keywords));
  return {
    schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.boolean(), leaf, merged),
    root: fc
      .tuple(merged, schema, schema)
      .map(([root, one, two]) => ({ ...root, $defs: { one, two } })),
  };
}).root;
