import type { ModelReply } from '@loopwright/agent-run';
import { parseStep, type ReactStep, removeReasoning, type StepForm } from '@loopwright/core-parser';
import { toParsed } from './scratchpad.ts';
import type { Parsed } from './step-format.ts';

/**
 * Reads a native reply without calls: its text, less the reasoning of models that write it there, is the answer. A call
 * that leaked into the text, as with servers that do not read their model's own form, is read as the call it is; one
 * that cannot be read, or that the text may only quote, is an error and never the answer.
 */
export function readTextOfReply(reply: ModelReply, toolNames: readonly string[]): Parsed {
  const { text, finish } = reply;
  const { form, step } = parseStep(text, { tools: toolNames, truncated: finish === 'length' });
  const flags = [...step.flags, ...(step.repaired ? ['repaired'] : [])];
  const answer = removeReasoning(text).body.trim();
  const { thought } = step;
  const fail = (code: string, message: string): Parsed => {
    return { kind: 'parse_error', thought, code, message, flags };
  };
  if (mayBeQuoted(form, step, answer)) {
    const message =
      'An object that asks for a call stands amid other text, and none was made. Make calls as tool calls, never in the text.';
    return fail('text_around_call', message);
  }
  if (step.kind !== 'parse_error') {
    const parsed = toParsed(step, reply);
    return {
      ...parsed,
      flags: [...parsed.flags, ...(step.kind === 'action' ? ['call_in_text'] : [])],
    };
  }
  const { code } = step;
  if (code === 'empty' || !visible.test(answer)) {
    return fail('empty', 'The reply is empty. Call a tool, or write the answer.');
  }
  if (finish === 'length') {
    return fail('truncated', 'The reply was cut off by the token limit; write a shorter one.');
  }
  if (code !== 'no_anchor') {
    return fail(
      code,
      'The text holds something like a call or a step that cannot be read. Make calls as tool calls, never in the text; write the answer as text without them.',
    );
  }
  if (finish === 'tool_calls') {
    return fail('no_call', 'The reply announces a call, and none arrived. Make the call again.');
  }
  return { kind: 'final', thought: '', answer, flags };
}

/**
 * True for an object that asks for a call without a marker of one and is not the whole text. Results are shown with their
 * objects as they are and their markers broken, so that an answer which quotes a result looks like this (SEC-005).
 */
function mayBeQuoted(form: StepForm | undefined, step: ReactStep, body: string): boolean {
  if (step.kind === 'parse_error' || !isBareObject(form, body)) return false;
  return step.flags.includes('text_after_input') || !/^(?:[{[]|```)/.test(body);
}

/** True for a step that is an object without any marker of a call. */
export function isBareObject(form: StepForm | undefined, body: string): boolean {
  return (form === 'json' || form === 'llama') && !body.includes('<|python_tag|>');
}

/** A character that a reader can see. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;
