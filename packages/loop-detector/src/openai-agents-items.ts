import type { ModelStep } from './loop-judge.ts';
import { recordedTextCall, success, withoutResult } from './model-step-parts.ts';
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
  const asked = items.findLastIndex(({ role }) => role === 'user');
  const run = items.slice(asked + 1);
  const results = new Map(
    run.filter(({ type }) => type === 'function_call_result').map((item) => [item.callId, item]),
  );
  return replies(run).map((calls) => ({
    calls: calls.map(callOf),
    observations: calls.map(({ name = '', callId }) => {
      const result = results.get(callId);
      return result === undefined ? withoutResult(name) : success(name, result.output);
    }),
  }));
}

/** A call as the model sent it: its arguments are JSON text. */
export function callOf({ name = '', arguments: text }: OpenAiAgentsItem): GuardedCall {
  return recordedTextCall(name, typeof text === 'string' ? text : '');
}

function replies(items: readonly OpenAiAgentsItem[]): OpenAiAgentsItem[][] {
  const found: OpenAiAgentsItem[][] = [];
  let isOpen = false;
  for (const item of items) {
    if (item.type === 'function_call' && isOpen) found.at(-1)!.push(item);
    else if (item.type === 'function_call') found.push([item]);
    if (item.type === 'function_call') isOpen = true;
    else if (item.type === 'function_call_result') isOpen = false;
  }
  return found;
}
