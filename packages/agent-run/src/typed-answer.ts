import {
  canonicalJson,
  capText,
  type Json,
  type JsonObject,
  jsonLine,
  toJson,
} from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { maxAnswerErrorChars } from './defaults.ts';
import type { AnswerCheck } from './run-spec.ts';

/** Reads an answer into the caller's type. Without a schema an answer is a text. A schema that throws accepts nothing. */
export async function readTypedAnswer<Answer>(
  schema: StandardSchemaV1<unknown, Answer> | undefined,
  answer: Json,
): Promise<AnswerCheck<Answer>> {
  if (!schema) return { ok: true, value: asText(answer) as Answer };
  const direct = await validate(schema, answer);
  if (direct.ok || typeof answer !== 'string') return direct;
  // The text form can only say text; what it says may be the JSON of the value, in a fence as models like to write it.
  const value = fromJsonText(answer);
  const meant = value === undefined ? fromJsonText(insideFence(answer)) : value;
  return meant === undefined ? direct : validate(schema, meant);
}

/** The JSON Schema of what the model has to write, when the schema library can tell it. */
export function answerSchemaOf(schema: StandardSchemaV1 | undefined): JsonObject | undefined {
  if (!schema) return undefined;
  try {
    const standard = schema['~standard'] as JsonSchemaSource;
    const described = toJson(standard.jsonSchema?.input?.({ target: 'draft-2020-12' }));
    if (typeof described !== 'object' || described === null || Array.isArray(described)) {
      return undefined;
    }
    const { $schema: _dialect, ...rest } = described;
    return rest;
  } catch {
    // A schema that JSON Schema cannot express is checked all the same.
    return undefined;
  }
}

/** The sentence that tells a model which JSON the answer has to be. The same schema gives the same sentence. */
export function describeAnswer(schema: JsonObject): string {
  const json = jsonLine(JSON.parse(canonicalJson(schema)));
  return `The answer must be JSON that fits this JSON Schema: ${json}`;
}

type JsonSchemaSource = {
  jsonSchema?: { input?: (options: { target: string }) => unknown };
};

function asText(answer: Json): string {
  return typeof answer === 'string' ? answer : canonicalJson(answer);
}

async function validate<Answer>(
  schema: StandardSchemaV1<unknown, Answer>,
  answer: Json,
): Promise<AnswerCheck<Answer>> {
  try {
    const result = await schema['~standard'].validate(answer);
    if (!result.issues) return { ok: true, value: result.value };
    return refuse(result.issues.map(describeIssue).join('; '));
  } catch (thrown) {
    const { type, message } = describeError(thrown);
    return refuse(`its schema threw ${type}: ${message}`);
  }
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message: capText(message, maxAnswerErrorChars, 'Mend these first.') };
}

/** `lines.0.price: expected number`. */
function describeIssue({ path = [], message }: StandardSchemaV1.Issue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}

/** What a fence holds that is the whole text; else nothing. */
function insideFence(text: string): string {
  const whole = text.trim();
  const fence = /^(?:`{3,}|~{3,})/.exec(whole)?.[0];
  if (fence === undefined || !whole.endsWith(fence)) return '';
  const inside = whole.slice(fence.length, -fence.length);
  const [info = ''] = inside.split('\n', 1);
  const isNamed = /^[a-z]/i.test(info.trim());
  return isNamed ? inside.slice(info.length) : inside;
}

function fromJsonText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
