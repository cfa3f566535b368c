import type { Message, ModelReply, ModelRequest, RawCall, Step } from '@loopwright/agent-run';
import {
  encodeNote,
  encodeObservation,
  isControlWord,
  removeReasoning,
} from '@loopwright/core-parser';
import { nativeCallsPerStep } from './defaults.ts';
import { capCall, withJsonArgs } from './echoed-call.ts';
import { capArgs, capName, capThought } from './echoed-step.ts';
import { leftOutNote } from './left-out-calls.ts';
import { withOwnIds } from './own-call-ids.ts';
import { isPaired, parseErrorOf } from './paired-calls.ts';
import { addBlock } from './scratchpad.ts';

/**
 * A native turn as the next request shows it: what the model said with its calls and opaque content, one result for
 * each call in call order right behind it, and then what the model has to know besides. Valid to send whatever the reply
 * was: each call has exactly one result, and arguments are always a JSON object. Calls beyond those that a step
 * can hold are one line of a note. A reply that could not be read and holds no call leaves no raw text, only the error (P9).
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
  const asked = withOwnIds(reply, request.messages);
  const error = parseErrorOf(step);
  const areOfStep = isPaired(asked, step);
  // What a provider has signed goes back as it came.
  const isWhole = reply.opaque !== undefined;
  const toolCalls = isWhole ? asked : asked.slice(0, nativeCallsPerStep);
  const results = toolCalls.map((call, index) =>
    areOfStep ? resultOf(call, step, index) : notStarted(call, error),
  );
  const isSaid = toolCalls.length > 0 || (error === undefined && reply.text.trim() !== '');
  const said = isSaid ? [assistantTurn(reply, toolCalls)] : [];
  const news = [
    ...(isWhole ? [] : leftOutNote(asked, nativeCallsPerStep)),
    ...(areOfStep && asked.length > 0 ? [] : unpairedNews(step, error, asked.length > 0)),
    ...step.notes.map((note) => `Note: ${encodeNote(note)}\n`),
  ];
  const messages = [...request.messages, ...said, ...results];
  return news.reduce(addBlock, { ...request, messages });
}

function resultOf({ id }: RawCall, { observations }: Step, index: number): Message {
  const observation = observations[index];
  if (observation === undefined) return { role: 'tool', id, text: lost, isError: true };
  const text = encodeObservation(observation.text);
  return { role: 'tool', id, text, ...(observation.ok ? {} : { isError: true }) };
}

const lost = 'ERROR: no result of this call is known';

/** The result of a call that is none of the step: of a reply that could not be read, or that somebody else decided about. */
function notStarted({ id, name }: RawCall, error: string | undefined): Message {
  const isEnd = isControlWord(name);
  const text =
    error === undefined
      ? 'ERROR: this call was not started; read on for what was done'
      : `ERROR[parse]: ${isEnd ? '' : 'not started, because of another call: '}${encodeObservation(error)}`;
  return { role: 'tool', id, text, isError: true };
}

/** What was done in a step whose calls are not those of the reply: one block for each call that a step can hold. */
function unpairedNews(step: Step, error: string | undefined, isAnswered: boolean): string[] {
  if (error !== undefined) return isAnswered ? [] : [`ERROR[parse]: ${encodeObservation(error)}\n`];
  const done = step.calls.slice(0, nativeCallsPerStep).map(({ tool, args }, index) => {
    const asked = encodeObservation(`${capName(tool)} ${capArgs(args).json}`);
    const seen = encodeObservation(step.observations[index]?.text ?? lost);
    return `Call: ${asked}\nObservation: ${seen}\n`;
  });
  return [...done, ...leftOutNote(step.calls, nativeCallsPerStep)];
}

function assistantTurn({ text, opaque }: ModelReply, toolCalls: readonly RawCall[]): Message {
  if (opaque !== undefined) {
    return { role: 'assistant', text, toolCalls: toolCalls.map(withJsonArgs), opaque };
  }
  const said = capThought(removeReasoning(text).body.trim());
  return { role: 'assistant', text: said, toolCalls: toolCalls.map(capCall) };
}
