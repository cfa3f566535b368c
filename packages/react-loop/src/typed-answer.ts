import type { AnswerCheck } from '@loopwright/agent-run';
import { canonicalJson, type Json } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/** Reads an answer into the caller's type. Without a schema an answer is a text. */
export async function checkAnswer<Answer>(
  schema: StandardSchemaV1<unknown, Answer> | undefined,
  answer: Json,
): Promise<AnswerCheck<Answer>> {
  if (!schema) return { ok: true, value: asText(answer) as Answer };
  const direct = await validate(schema, answer);
  if (direct.ok || typeof answer !== 'string') return direct;
  // The text form can only say text; what it says may be the JSON of the value.
  const value = fromJsonText(answer);
  return value === undefined ? direct : validate(schema, value);
}

function asText(answer: Json): string {
  return typeof answer === 'string' ? answer : canonicalJson(answer);
}

async function validate<Answer>(
  schema: StandardSchemaV1<unknown, Answer>,
  answer: Json,
): Promise<AnswerCheck<Answer>> {
  const result = await schema['~standard'].validate(answer);
  if (!result.issues) return { ok: true, value: result.value };
  return { ok: false, message: result.issues.map(({ message }) => message).join('; ') };
}

function fromJsonText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
