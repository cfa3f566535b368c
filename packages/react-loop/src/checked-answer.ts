import type { Run } from '@loopwright/agent-run';
import { extractJson, type Json, parseStep, removeReasoning } from '@loopwright/core-parser';
import type { Decision } from './decide.ts';
import { isBareObject } from './read-text-of-reply.ts';
import type { Parsed } from './step-format.ts';

/** An answer that does not fit the caller's type is an unreadable reply: the model gets another step. */
export async function checkedAnswer(run: Run, parsed: Parsed): Promise<Parsed> {
  if (parsed.kind !== 'final') return parsed;
  const check = await run.checkAnswer(parsed.answer);
  if (check.ok) return parsed;
  const message = `The answer does not fit: ${check.message}`;
  return { ...parsed, kind: 'parse_error', code: 'answer_invalid', message };
}

/**
 * The same for a reply that was asked for a typed answer as text, because no call could be made any more. JSON that fits
 * the type is the answer then, also where it looks like a call, or stands amid other text, which is flagged
 * (`text_around_answer`). A surrender, a call with a marker of one, and what the token limit cut off stay what they are.
 */
export async function checkedConclusion(
  run: Run,
  { reply, parsed }: Decision,
  toolNames: readonly string[],
): Promise<Parsed> {
  const checked = await checkedAnswer(run, parsed);
  if (checked.kind === 'final' || isSurrender(checked)) return checked;
  if (reply.toolCalls.length > 0 || reply.finish === 'length') return checked;
  const { body } = removeReasoning(reply.text);
  const { form } = parseStep(body, { tools: toolNames });
  if (form !== undefined && !isBareObject(form, body)) return checked;
  const { answers, flags } = answersIn(body.trim());
  for (const answer of answers) {
    if ((await run.checkAnswer(answer)).ok) return { kind: 'final', thought: '', answer, flags };
  }
  return checked;
}

/** A surrender in the form that was told; an object whose `action` happens to be the word may be an answer. */
function isSurrender(parsed: Parsed): boolean {
  return parsed.kind === 'give_up' && `${parsed.reason}${parsed.partial}` !== '';
}

/** What may be the answer: the first object of a text, then what that object calls the answer. */
function answersIn(text: string): { answers: Json[]; flags: string[] } {
  const reading = extractJson(text);
  if (!reading.ok) return { answers: [], flags: [] };
  const { value, repaired, rest } = reading;
  const isAlone = rest.trim() === '' && /^(?:\{|```|~~~)/.test(text);
  return {
    answers: [value, ...(value.answer === undefined ? [] : [value.answer])],
    flags: [...(repaired ? ['repaired'] : []), ...(isAlone ? [] : ['text_around_answer'])],
  };
}
