import type { ModelReply, Run } from '@loopwright/agent-run';
import {
  canonicalJson,
  extractJson,
  type Json,
  type JsonObject,
  parseReactStep,
} from '@loopwright/core-parser';

/** What the solver's reply comes to. */
export type AnswerReading = {
  /** What it said, whether or not it can be used; of one that asks for a tool, or is no answer, its thought. */
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
  run: Pick<Run, 'checkAnswer'>,
  { text, finish }: ModelReply,
): Promise<AnswerReading> {
  const step = parseReactStep(text);
  // Behind an observation of its own the model invents: that text is no answer, though the parser found no label before it.
  const isInvented = step.flags.includes('invented_observation');
  const isBare = step.kind === 'parse_error' && step.code === 'no_anchor' && !isInvented;
  // A text without labels is taken as it is.
  const flags = isBare ? [] : step.flags;
  if (step.kind === 'give_up') {
    return { kind: 'give_up', reason: step.reason, said: step.partial, flags };
  }
  const answer = step.kind === 'final' ? step.answer : text.trim();
  const wording = typeof answer === 'string' ? answer : canonicalJson(answer);
  // A call was not made, and what stands behind it was not observed: neither may be told as what is known.
  const isCall = step.kind === 'action' || (step.kind === 'parse_error' && !isBare);
  const said = isCall ? step.thought : wording;
  const problem = (message: string) => ({ kind: 'problem' as const, message, said, flags });
  if (finish === 'length') {
    return problem('The answer was cut off by the token limit; give a shorter one.');
  }
  if (step.kind === 'action') {
    return problem('The reply asks for a tool, and no further call can be made.');
  }
  if (step.kind === 'parse_error' && !isBare) return problem(step.message);
  const fit = await fitAnswer(run, answer);
  return fit.ok
    ? { kind: 'answer', answer: fit.answer, said, flags }
    : problem(`The answer does not fit: ${fit.message}`);
}

/** The answer as the caller's check takes it; one with prose around it as the one JSON object that it holds. */
async function fitAnswer(
  run: Pick<Run, 'checkAnswer'>,
  answer: Json,
): Promise<{ ok: true; answer: Json } | { ok: false; message: string }> {
  const check = await run.checkAnswer(answer);
  if (check.ok) return { ok: true, answer };
  const object = typeof answer === 'string' ? onlyObject(answer) : undefined;
  if (object === undefined) return check;
  return (await run.checkAnswer(object)).ok ? { ok: true, answer: object } : check;
}

/** The JSON object in a text. Of several nobody knows which one is meant, so that there is none. */
function onlyObject(text: string): JsonObject | undefined {
  const found = extractJson(text);
  if (!found.ok) return undefined;
  const { raw, rest, value } = found;
  const before = text.slice(0, text.lastIndexOf(raw, text.length - rest.length - raw.length));
  return extractJson(before).ok || extractJson(rest).ok ? undefined : value;
}
