import type { Message, ModelReply, RunResult, Step } from '@loopwright/agent-run';
import { canonicalJson, jsonLine, toJson } from '@loopwright/core-parser';
import { parseErrorOf } from './paired-calls.ts';
import type { StepFormat } from './step-format.ts';
import { textFormat } from './text-format.ts';

/** What a conversation is made of. */
export type HistoryOptions = {
  /** The task of the run. */
  task: string;
  result: RunResult<unknown>;
  /** The history that the run itself was given. */
  history?: readonly Message[] | undefined;
  /** The format that goes on: native tool messages need a request with tools. Default: `textFormat`. */
  format?: StepFormat | undefined;
};

/**
 * The messages of a run, for the option `history` of the next one, made from its result alone. Always valid to send:
 * every call has exactly one result, also after an abort (LOOP-021), and ids are made up in a way that never repeats. It
 * ends with what the user was told: the answer, or the partial text of a run without one; after a suspended run, with
 * its last step. Opaque content is left out, as providers want it only while a turn is going on.
 */
export function historyOf(options: HistoryOptions): Message[] {
  const { task, result, history = [], format = textFormat } = options;
  const first = format.start({ task, tools: [], system: '', history });
  const acted = result.steps.filter((step) => step.calls.length > 0);
  const { messages } = acted.reduce(
    (request, step) => format.append(request, replyOf(step), step),
    first,
  );
  const said = toldText(result);
  if (said === undefined) return [...messages];
  return [...messages, { role: 'assistant', text: said, toolCalls: [] }];
}

/** A reply that a step may have come from. */
function replyOf({ thought, calls }: Step): ModelReply {
  const isRead = parseErrorOf({ calls }) === undefined;
  return {
    text: thought,
    // The format makes up the ids.
    toolCalls: isRead
      ? calls.map(({ tool, args }) => ({ id: '', name: tool, args: jsonLine(args) }))
      : [],
    finish: 'tool_calls',
    usage: { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null },
    warnings: [],
  };
}

function toldText(result: RunResult<unknown>): string | undefined {
  if (result.status === 'suspended') return undefined;
  if (result.status !== 'solved') return result.partial.text;
  const { answer } = result;
  const text = typeof answer === 'string' ? answer : canonicalJson(toJson(answer));
  // A turn without a word cannot be sent; the partial text always has some.
  return text.trim() === '' ? result.partial.text : text;
}
