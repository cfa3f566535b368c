import { listOf } from './list-of.ts';
import type { ModelStep } from './loop-judge.ts';
import { failure, recordedCall, success } from './model-step-parts.ts';
import { createPairedReplies } from './paired-replies.ts';
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
  /** `human`, `ai`, `tool` and so on; where it is missing `getType` is asked, and then `role` counts. */
  readonly type?: string;
  readonly getType?: () => string;
  readonly role?: string;
  readonly name?: string | undefined;
  readonly content: unknown;
  readonly tool_calls?: readonly LangChainToolCall[];
  readonly tool_call_id?: string;
  readonly status?: string;
};

/** The name that hints carry. */
export const hintName = 'loop_detector';

/** The last messages of what runs were started with. */
const lastOfInputs = new WeakSet<object>();

/** Notes where a run begins, which its messages alone do not always say. */
export function noteStartOfRun(messages: readonly LangChainMessage[]): void {
  const last = listOf(messages).at(-1);
  if (typeof last === 'object' && last !== null) lastOfInputs.add(last);
}

/**
 * The steps of the latest run: what was asked before that, and asked again now, is no loop. A run begins where
 * {@link noteStartOfRun} saw it, or at a message of a human that follows an answer; not at one that comes while tools are
 * being called, as from other middleware, and not at one with a name.
 */
export function modelStepsOf(messages: readonly LangChainMessage[]): ModelStep[] {
  let replies = createPairedReplies();
  let isUnderWay = false;
  for (const message of listOf(messages)) {
    const kind = kindOf(message);
    const calls = kind === 'ai' ? listOf(message.tool_calls) : [];
    if (kind === 'ai') isUnderWay = calls.length > 0;
    if (calls.length > 0) replies.startReply();
    for (const call of calls) replies.addCall(call.id, callOf(call));
    if (kind === 'tool') replies.addResult(message.tool_call_id, () => observationOf(message));
    const isQuestion = kind === 'human' && !message.name && !isUnderWay;
    if (!isQuestion && !lastOfInputs.has(message)) continue;
    replies = createPairedReplies();
    isUnderWay = false;
  }
  return replies.steps();
}

const kindOfRole: Readonly<Record<string, string>> = { user: 'human', assistant: 'ai' };

function kindOf(message: LangChainMessage): string {
  const type = message.type ?? message.getType?.();
  const kind = type === undefined || type === 'generic' ? (message.role ?? '') : type;
  return Object.hasOwn(kindOfRole, kind) ? kindOfRole[kind]! : kind;
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
