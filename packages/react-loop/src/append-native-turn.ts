import type { Message, ModelReply, ModelRequest, RawCall, Step } from '@loopwright/agent-run';
import {
  encodeNote,
  encodeObservation,
  isControlWord,
  jsonLine,
  removeReasoning,
} from '@loopwright/core-parser';
import { parseErrorTool } from './defaults.ts';
import { capArgs, capJson, capThought } from './echoed-step.ts';
import { addBlock } from './scratchpad.ts';

/**
 * A native turn as the next request shows it: what the model said with its calls and opaque content, one result for
 * each call in call order right behind it, and then what the model has to know besides. Valid to send whatever the reply
 * was: each call has exactly one result, and arguments are always a JSON object. A reply that could not be read and
 * holds no call leaves no raw text, only the error (P9).
 *
 * Results are encoded like the observations of the text form. A tool message cannot be left by what a tool says, but
 * many servers write the turns into one text, in which a token of the chat template would end it; and a call or a label
 * that the model quotes from a result must not read as its own when it leaks into its text. Lines that begin an object stay
 * as they are: JSON is what tools say, and no reader takes a result for a reply.
 */
export function appendNativeTurn(
  request: ModelRequest,
  reply: ModelReply,
  step: Step,
): ModelRequest {
  const toolCalls = withNewIds(reply.toolCalls, request.messages);
  const [first] = step.calls;
  const error = first?.tool === parseErrorTool ? first.unreadable : undefined;
  const isPaired =
    toolCalls.length === step.calls.length &&
    toolCalls.every(({ name }, index) => name === step.calls[index]?.tool);
  const results = toolCalls.map((call, index): Message => {
    if (!isPaired)
      return { role: 'tool', id: call.id, text: notStarted(call, error), isError: true };
    return resultOf(call, step, index);
  });
  const isSaid = toolCalls.length > 0 || (error === undefined && reply.text.trim() !== '');
  const said = isSaid ? [assistantTurn({ ...reply, toolCalls })] : [];
  const messages = [...request.messages, ...said, ...results];
  const news = [
    ...(isPaired && toolCalls.length > 0 ? [] : unpairedNews(step, error, toolCalls.length > 0)),
    ...step.notes.map((note) => `Note: ${encodeNote(note)}\n`),
  ];
  return news.reduce(addBlock, { ...request, messages });
}

/** Some servers count their calls anew in each reply; in a conversation an id must be one call's, and short. */
function withNewIds(calls: readonly RawCall[], messages: readonly Message[]): RawCall[] {
  const said = messages.flatMap((each) => (each.role === 'assistant' ? each.toolCalls : []));
  const taken = new Set(['', ...said.map(({ id }) => id)]);
  return calls.map((call, index) => {
    let id = taken.has(call.id) ? `call_${messages.length}_${index}` : call.id;
    while (taken.has(id)) id += '_';
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

function resultOf({ id }: RawCall, { observations }: Step, index: number): Message {
  const observation = observations[index];
  if (observation === undefined) return { role: 'tool', id, text: lost, isError: true };
  const text = encodeObservation(observation.text);
  return { role: 'tool', id, text, ...(observation.ok ? {} : { isError: true }) };
}

const lost = 'ERROR: no result of this call is known';

/** The result of a call that is none of the step: of a reply that could not be read, or that somebody else decided about. */
function notStarted({ name }: RawCall, error: string | undefined): string {
  if (error === undefined) return 'ERROR: this call was not started; read on for what was done';
  const isRead = isControlWord(name);
  return `ERROR[parse]: ${isRead ? '' : 'not started, because of another call: '}${encodeObservation(error)}`;
}

/** What was done in a step whose calls are not those of the reply: one block for each. */
function unpairedNews(step: Step, error: string | undefined, isAnswered: boolean): string[] {
  if (error !== undefined) return isAnswered ? [] : [`ERROR[parse]: ${encodeObservation(error)}\n`];
  return step.calls.map((call, index) => {
    const asked = encodeObservation(`${call.tool} ${capArgs(call.args).json}`);
    const seen = encodeObservation(step.observations[index]?.text ?? lost);
    return `Call: ${asked}\nObservation: ${seen}\n`;
  });
}

function assistantTurn({ text, toolCalls, opaque }: ModelReply): Message {
  if (opaque !== undefined) {
    // What a provider has signed goes back as it came.
    return { role: 'assistant', text, toolCalls: toolCalls.map(withJsonArgs), opaque };
  }
  const said = capThought(removeReasoning(text).body.trim());
  return { role: 'assistant', text: said, toolCalls: toolCalls.map(withJsonArgs).map(capCall) };
}

/** Arguments that are no JSON object, as some servers refuse them in a conversation, stand as text in one. */
function withJsonArgs(call: RawCall): RawCall {
  if (call.args.trim() === '') return { ...call, args: '{}' };
  return isJsonObject(call.args) ? call : { ...call, args: jsonLine({ unreadable: call.args }) };
}

function capCall(call: RawCall): RawCall {
  const { json, isCut } = capJson(call.args);
  return isCut ? { ...call, args: jsonLine({ cut: json }) } : call;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
