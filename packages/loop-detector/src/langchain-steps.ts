import type { ModelStep } from './loop-judge.ts';
import { failure, recordedCall, success, withoutResult } from './model-step-parts.ts';
import { remember } from './remember.ts';
import type { GuardedCall, GuardedObservation } from './step.ts';

/** A call of a tool, as a message of the assistant asks for it. */
type LangChainToolCall = {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args: unknown;
};

/** A message of LangChain, as far as it is read here. */
export type LangChainMessage = {
  /** `human`, `ai`, `tool` and so on. */
  readonly type?: string;
  readonly name?: string | undefined;
  readonly content: unknown;
  readonly tool_calls?: readonly LangChainToolCall[];
  readonly tool_call_id?: string;
  readonly status?: string;
};

/** The name that hints carry, so that they are not taken for a new question of the user. */
export const hintName = 'loop_detector';

/** The steps since the user spoke last: what was asked before that, and asked again now, is no loop. */
export function modelStepsOf(messages: readonly LangChainMessage[]): ModelStep[] {
  const asked = messages.findLastIndex(({ type, name }) => type === 'human' && name !== hintName);
  const run = messages.slice(asked + 1);
  const results = new Map(
    run.filter(({ type }) => type === 'tool').map((message) => [message.tool_call_id, message]),
  );
  return run.map(({ tool_calls: calls = [] }) => ({
    calls: calls.map(callOf),
    observations: calls.map(({ id, name }) => {
      const result = results.get(id);
      return result === undefined ? withoutResult(name) : observationOf(result);
    }),
  }));
}

// The messages of a run stay the same objects while it goes on, so each is read once.
const callOf = remember(({ name, args }: LangChainToolCall): GuardedCall => {
  return recordedCall(name, args);
});
const observationOf = remember(
  ({ name = '', status, content }: LangChainMessage): GuardedObservation => {
    return status === 'error' ? failure(name, content) : success(name, content);
  },
);
