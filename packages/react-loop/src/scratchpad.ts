import type { Message, ModelReply, ModelRequest, Step } from '@loopwright/agent-run';
import { encodeNote, encodeObservation, type ReactStep } from '@loopwright/core-parser';
import { parseErrorTool } from './defaults.ts';
import { leftOutNote } from './left-out-calls.ts';
import type { FormatStart, Parsed } from './step-format.ts';

/** What the text and the JSON form write differently. */
export type ScratchpadForm = {
  /** Calls that a step can hold. */
  callsPerStep: number;
  /** Turns what was asked for into text. */
  writeCall(thought: string, tool: string, args: object): string;
  /** Makes text that the model did not write into data: no line of it can pose as a step. */
  encode(text: string): string;
};

/** The first line of a scratchpad. The task is data, too. */
export function taskBlock(task: string, form: ScratchpadForm): string {
  return `Task: ${form.encode(task)}\n`;
}

/**
 * One step as the next prompt shows it (R1, P9): what was asked for, what came back for each call, and the notes. A
 * reply that could not be read leaves no raw text, only the error; calls beyond those that a step can hold are one line.
 */
export function stepBlock(step: Step, form: ScratchpadForm): string {
  const asked = step.calls.slice(0, form.callsPerStep).map((call, index) => {
    if (call.tool === parseErrorTool && call.unreadable !== undefined) {
      return `Observation: ERROR[parse]: ${form.encode(call.unreadable)}`;
    }
    const thought = index === 0 ? step.thought : '';
    const seen = step.observations[index]?.text ?? '';
    return `${form.writeCall(thought, call.tool, call.args)}\nObservation: ${form.encode(seen)}`;
  });
  const notes = step.notes.map((note) => `Note: ${encodeNote(note)}`);
  const leftOut = leftOutNote(step.calls, form.callsPerStep);
  return [...asked, ...leftOut.map((line) => line.trimEnd()), ...notes, ''].join('\n');
}

/** The conversation before the first step. */
export function taskMessages({ task, history }: Pick<FormatStart, 'task' | 'history'>): Message[] {
  return [...history, { role: 'user', blocks: [`Task: ${encodeObservation(task)}\n`] }];
}

/** The request that a scratchpad starts as. */
export function startScratchpad(
  { task, system, history }: FormatStart,
  form: ScratchpadForm,
): ModelRequest {
  return {
    system,
    messages: [...history, { role: 'user', blocks: [taskBlock(task, form)] }],
    stop: ['\nObservation:'],
    temperature: 0,
  };
}

/** A request with one more block in its last message. */
export function addBlock(request: ModelRequest, block: string): ModelRequest {
  const last = request.messages.at(-1);
  const blocks = last?.role === 'user' ? [...last.blocks, block] : [block];
  const before = last?.role === 'user' ? request.messages.slice(0, -1) : request.messages;
  return { ...request, messages: [...before, { role: 'user', blocks }] };
}

/** A step of the parser in the words of a format. What the token limit cut off is not taken for an answer. */
export function toParsed(step: ReactStep, reply: ModelReply): Parsed {
  const flags = [...step.flags, ...(step.repaired ? ['repaired'] : [])];
  const { thought } = step;
  switch (step.kind) {
    case 'action':
      return { kind: 'calls', thought, calls: [{ tool: step.tool, args: step.args }], flags };
    case 'final':
      if (reply.finish === 'length') {
        const message = 'The answer was cut off by the token limit; give a shorter one';
        return { kind: 'parse_error', thought, code: 'truncated', message, flags };
      }
      return { kind: 'final', thought, answer: step.answer, flags };
    case 'give_up':
      return { kind: 'give_up', thought, reason: step.reason, partial: step.partial, flags };
    case 'parse_error':
      return { kind: 'parse_error', thought, code: step.code, message: step.message, flags };
  }
}
