import { toJson } from '@loopwright/core-parser';
import { ends, type StopReason } from './ends.ts';
import type { Outcome } from './run-spec.ts';

type Fields = Partial<
  Record<'stopReason' | 'answer' | 'text' | 'partial' | 'thought' | 'cause', unknown>
>;

/** Reads what the body of a strategy returned. What is no outcome ends the run with `error`. */
export function readOutcome(given: unknown): Outcome {
  const fields: Fields = typeof given === 'object' && given !== null ? given : {};
  const stopReason = fields.stopReason as StopReason;
  const status = Object.hasOwn(ends, stopReason) ? ends[stopReason] : undefined;
  const thought = typeof fields.thought === 'string' ? { thought: fields.thought } : {};
  if (status === 'solved' && fields.answer !== undefined) {
    const reason = typeof fields.text === 'string' ? { text: fields.text } : {};
    return { stopReason, answer: toJson(fields.answer), ...reason, ...thought } as Outcome;
  }
  if (status === undefined || status === 'solved' || status === 'suspended') {
    const said = typeof stopReason === 'string' ? ` with the reason ${stopReason}` : '';
    const text = `The strategy returned no outcome${said}: an end of the table and an answer or a text`;
    return { stopReason: 'error', text, ...thought };
  }
  const text = typeof fields.text === 'string' ? fields.text : '';
  const partial = typeof fields.partial === 'string' ? { partial: fields.partial } : {};
  const cause = fields.cause === 'context_overflow' ? { cause: fields.cause } : {};
  return { stopReason, text, ...partial, ...thought, ...cause } as Outcome;
}
