import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson } from '@loopwright/core-parser';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import type { KeywordShape } from './keyword-shapes.ts';
import { keywordShapes, schemaTypes, shapeWords, unsupportedKeywords } from './keyword-shapes.ts';
import { resolvePointer } from './resolve-pointer.ts';

/** A schema whose keywords all have their shape, with what its references and patterns mean. */
export type CheckedSchema = {
  readonly root: Json;
  /** The schema that a `$ref` leads to. */
  readonly targets: ReadonlyMap<string, Json>;
  /** The expression of each pattern; empty when patterns are ignored. */
  readonly patterns: ReadonlyMap<string, RegExp>;
  /** What the schemas with an `enum` or a `const` allow. */
  readonly choices: ReadonlyMap<JsonObject, Choice>;
};

/** Canonical texts, which are equal exactly when the values are, whatever the order of their members. */
type Choice = {
  /** The value of `const`. */
  readonly constant?: string;
  /** The values of `enum`. */
  readonly allowed: ReadonlySet<string>;
};

/** Deeper schemas are refused: nobody writes one, and the walk calls itself. */
const maxDepth = 100;

/** Checks a schema once, so that a validation meets nothing that it does not know. @throws ToolDefinitionError */
export function checkSchema(root: Json, patternUse: 'check' | 'ignore'): CheckedSchema {
  const targets = new Map<string, Json>();
  const patterns = new Map<string, RegExp>();
  const choices = new Map<JsonObject, Choice>();
  const anchors = new Map<string, Json>();
  const references = new Set<string>();
  const seen = new Set<Json>();

  const visit = (schema: Json | undefined, place: string, depth: number): void => {
    if (typeof schema === 'boolean') return;
    if (!isJsonObject(schema)) refuse(place, 'must be a schema: an object, true or false');
    if (depth > maxDepth) refuse(place, `is nested more than ${maxDepth} levels deep`);
    if (seen.has(schema)) return;
    seen.add(schema);
    if (schema !== root && '$id' in schema) {
      refuse(place, 'has an $id of its own, which is not supported');
    }
    for (const keyword of unsupportedKeywords) {
      if (keyword in schema) refuse(`${place}/${keyword}`, 'is not supported');
    }
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = keywordShapes.get(keyword);
      if (shape === undefined) continue;
      const problem = problemOf(shape, value);
      if (problem !== undefined) refuse(`${place}/${keyword}`, problem);
      for (const [key, inner] of innerSchemas(shape, value)) {
        visit(inner, `${place}/${keyword}${key}`, depth + 1);
      }
    }
    const choice = choiceOf(schema);
    if (choice !== undefined) choices.set(schema, choice);
    const { $ref, $anchor, pattern, patternProperties } = schema;
    if (typeof $ref === 'string') references.add($ref);
    if (typeof $anchor === 'string') anchors.set(`#${$anchor}`, schema);
    if (patternUse === 'ignore') return;
    const sources = Object.keys(Object(patternProperties));
    if (typeof pattern === 'string') sources.push(pattern);
    for (const source of sources) patterns.set(source, compile(source, place));
  };

  visit(root, '#', 0);
  // A target that stands where no keyword leads may bring references of its own; the set grows while it is walked.
  for (const reference of references) {
    const target = anchors.get(reference) ?? resolvePointer(root, reference);
    if (target === undefined) {
      refuse(
        reference,
        'leads nowhere in the schema. References to other documents are not fetched',
      );
    }
    visit(target, reference, 0);
    targets.set(reference, target);
  }
  return { root, targets, patterns, choices };
}

function choiceOf(schema: JsonObject): Choice | undefined {
  const { enum: values, const: constant } = schema;
  if (values === undefined && constant === undefined) return undefined;
  const allowed = Array.isArray(values) ? values.map((value) => canonicalJson(value)) : [];
  return {
    ...(constant === undefined ? {} : { constant: canonicalJson(constant) }),
    allowed: new Set(allowed),
  };
}

function problemOf(shape: KeywordShape, value: Json): string | undefined {
  const isNumber = typeof value === 'number';
  const areTexts = (list: Json | undefined) =>
    Array.isArray(list) && list.every((item) => typeof item === 'string');
  const types = Array.isArray(value) ? value : [value];
  const fits: Partial<Record<KeywordShape, boolean>> = {
    count: isNumber && Number.isInteger(value) && value >= 0,
    number: isNumber,
    'positive number': isNumber && value > 0,
    boolean: typeof value === 'boolean',
    text: typeof value === 'string',
    texts: areTexts(value),
    'map of texts': isJsonObject(value) && Object.values(value).every(areTexts),
    list: Array.isArray(value),
    type:
      types.length > 0 &&
      types.every((type) => schemaTypes.includes(type)) &&
      new Set(types).size === types.length,
    schemas: Array.isArray(value),
    'schema map': isJsonObject(value),
  };
  return fits[shape] === false ? `must be ${shapeWords[shape]}` : undefined;
}

function innerSchemas(shape: KeywordShape, value: Json): [key: string, schema: Json][] {
  if (shape === 'schema') return [['', value]];
  if (shape === 'schema or schemas' && !Array.isArray(value)) return [['', value]];
  return shape.startsWith('schema')
    ? Object.entries(value as object).map(([key, inner]) => [`/${key}`, inner as Json])
    : [];
}

function compile(source: string, place: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return refuse(
      place,
      `has a pattern that is no regular expression with the flag u: ${JSON.stringify(source.slice(0, 100))}. ` +
        "Escape it as the flag asks, or say patterns: 'ignore' to show patterns and not run them",
    );
  }
}

/** An object of JSON, which is neither null nor a list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(place: string, what: string): never {
  throw createToolDefinitionError('invalid_schema', `JSON Schema: ${place.slice(0, 200)} ${what}`);
}
