import { type ModelReply, readTypedAnswer } from '@loopwright/agent-run';
import { canonicalJson, extractJson, type Json, parseReactStep } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/** What the solver's reply comes to. */
export type AnswerReading = {
  /** What it said, whether or not it can be used. */
  said: string;
  /** What the parser had to say about it. */
  flags: readonly string[];
} & (
  | { kind: 'answer'; answer: Json }
  | { kind: 'give_up'; reason: string }
  | { kind: 'problem'; message: string }
);

/**
 * Reads the solver's reply: what stands behind `Final Answer:`, or the whole text where nothing is labelled. A reply that
 * gives up is no answer, nor is one that asks for a tool, is empty, was cut off or does not fit the schema.
 */
export async function readAnswer(
  { text, finish }: ModelReply,
  schema: StandardSchemaV1 | undefined,
): Promise<AnswerReading> {
  const step = parseReactStep(text);
  const isBare = step.kind === 'parse_error' && step.code === 'no_anchor';
  // A text without labels is taken as it is.
  const flags = isBare ? [] : step.flags;
  if (step.kind === 'give_up') {
    return { kind: 'give_up', reason: step.reason, said: step.partial, flags };
  }
  const answer = step.kind === 'final' ? step.answer : text.trim();
  const said = typeof answer === 'string' ? answer : canonicalJson(answer);
  const problem = (message: string) => ({ kind: 'problem' as const, message, said, flags });
  if (finish === 'length') {
    return problem('The answer was cut off by the token limit; give a shorter one.');
  }
  if (step.kind === 'action') {
    return problem('The reply asks for a tool, and no further call can be made.');
  }
  if (step.kind === 'parse_error' && !isBare) return problem(step.message);
  const fit = await fitAnswer(answer, schema);
  return fit.ok
    ? { kind: 'answer', answer: fit.answer, said, flags }
    : problem(`The answer does not fit: ${fit.message}`);
}

/** The answer as the schema takes it; one in a fence, or with prose around it, as the JSON object that it holds. */
async function fitAnswer(
  answer: Json,
  schema: StandardSchemaV1 | undefined,
): Promise<{ ok: true; answer: Json } | { ok: false; message: string }> {
  const check = await readTypedAnswer(schema, answer);
  if (check.ok) return { ok: true, answer };
  const object = typeof answer === 'string' ? extractJson(answer) : undefined;
  const isObject = object?.ok === true && (await readTypedAnswer(schema, object.value)).ok;
  return isObject ? { ok: true, answer: object.value } : check;
}
