import { listOf } from './list-of.ts';
import type { ModelStep } from './loop-judge.ts';
import { recordedTextCall, success } from './model-step-parts.ts';
import { createPairedReplies } from './paired-replies.ts';
import type { GuardedCall } from './step.ts';

/** An item of a conversation of the OpenAI Agents SDK, as far as it is read here: a call, its result, or a message. */
export type OpenAiAgentsItem = {
  readonly type?: string | undefined;
  readonly role?: string;
  readonly name?: string | undefined;
  readonly callId?: unknown;
  readonly arguments?: unknown;
  readonly output?: unknown;
};

/**
 * The steps since the user spoke last: what was asked before that, and asked again now, is no loop. Calls that follow
 * each other without a result between them belong to one reply of the model.
 */
export function modelStepsOf(items: readonly OpenAiAgentsItem[]): ModelStep[] {
  const all = listOf(items);
  const asked = all.findLastIndex(({ role }) => role === 'user');
  const replies = createPairedReplies();
  let isOpen = false;
  for (const item of all.slice(asked + 1)) {
    if (item.type === 'function_call') {
      if (!isOpen) replies.startReply();
      replies.addCall(item.callId, callOf(item));
      isOpen = true;
    } else if (item.type === 'function_call_result') {
      replies.addResult(item.callId, (tool) => success(tool, resultSeen(item.output)));
      isOpen = false;
    }
  }
  return replies.steps();
}

/** A call as the model sent it: its arguments are JSON text. */
export function callOf({ name = '', arguments: text }: OpenAiAgentsItem): GuardedCall {
  return recordedTextCall(name, typeof text === 'string' ? text : '');
}

/** What a tool returned, as the model sees it: text without the part that holds it. */
export function resultSeen(output: unknown): unknown {
  const isText = typeof output === 'object' && output !== null && 'text' in output;
  return isText && typeof output.text === 'string' ? output.text : output;
}
