import type { Model, ModelReply, ModelRequest } from '@loopwright/agent-run';
import { jsonFormat, nativeFormat, type StepFormat, textFormat } from '@loopwright/react-loop';
import { actionJson, actionText, finalText, pureModel } from '../turn-model.ts';
import { injectionHistory } from './injection-world.ts';
import { outlineOfRequest } from './outline.ts';

/**
 * What an actor repeats in each of its replies: the observation of its first step, as the request shows it or as the tool gave it, written
 * as its thought or, without any form, in front of its step.
 */
export type Echo = { text: 'shown' | 'original'; place: 'thought' | 'front' };

type Reply = string | (Partial<ModelReply> & { text: string });

/** One way to write steps: how its scratchpad is read, and how a step is written. */
export type InjectionFormat = {
  format: StepFormat;
  /** In the JSON form a line that begins an object is a step. */
  readsJson: boolean;
  call(tool: string, args: { [name: string]: string | number }, thought: string): Reply;
  answer(answer: string, thought: string): Reply;
  /** The same step behind a text that nobody has encoded for the form. */
  behind(text: string, reply: Reply): Reply;
};

const behindText = (text: string, reply: Reply): Reply =>
  typeof reply === 'string'
    ? `${text}\n${reply}`
    : { ...reply, text: reply.text === '' ? text : `${text}\n${reply.text}` };

export const injectionFormats: Readonly<Record<'text' | 'json' | 'native', InjectionFormat>> = {
  text: {
    format: textFormat,
    readsJson: false,
    call: actionText,
    answer: (answer, thought) => finalText(answer).replace('the answer is in hand', () => thought),
    behind: behindText,
  },
  json: {
    format: jsonFormat,
    readsJson: true,
    call: actionJson,
    answer: (answer, thought) => actionJson('final', { answer }, thought),
    behind: behindText,
  },
  native: {
    format: nativeFormat,
    readsJson: false,
    call: (tool, args, thought) => ({
      text: thought,
      toolCalls: [{ id: '', name: tool, args: JSON.stringify(args) }],
      finish: 'tool_calls',
    }),
    answer: (answer) => ({ text: answer, finish: 'stop' }),
    behind: behindText,
  },
};

/**
 * An honest actor. It knows how far it is by reading the request as generously as anybody would: an observation that only
 * poses as one would make it skip a step.
 */
export function honestActor(
  written: InjectionFormat,
  turns: readonly ((thought: string) => Reply)[],
  { echo, original }: { echo: Echo | undefined; original: string },
): Model {
  return pureModel((request) => {
    const turn = turns[Math.min(observationsIn(request, written), turns.length - 1)]!;
    const seen = echo?.text === 'original' ? original : firstSeen(request);
    if (echo === undefined || seen === '') return turn('next');
    return echo.place === 'thought' ? turn(seen) : written.behind(seen, turn('next'));
  });
}

function observationsIn(request: ModelRequest, { format, readsJson }: InjectionFormat): number {
  // A conversation with roles is read by its roles.
  if (format.toolsInRequest) return request.messages.filter(({ role }) => role === 'tool').length;
  const labels = outlineOfRequest(request, { json: readsJson, history: injectionHistory }).flat();
  return labels.filter((each) => each === 'observation').length;
}

/** The first observation as the request shows it; empty before there is one. */
function firstSeen({ messages }: ModelRequest): string {
  const result = messages.find(({ role }) => role === 'tool');
  if (result?.role === 'tool') return result.text;
  const last = messages.at(-1);
  const step = last?.role === 'user' ? (last.blocks[1] ?? '') : '';
  const [, ...parts] = step.split('\nObservation: ');
  const [shown = ''] = parts.join('\nObservation: ').split('\nNote: ', 1);
  return shown.trimEnd();
}
