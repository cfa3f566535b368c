import { listOf } from './list-of.ts';
import type { ModelStep } from './loop-judge.ts';
import { failure, recordedCall, success } from './model-step-parts.ts';
import { createPairedReplies } from './paired-replies.ts';
import { remember } from './remember.ts';

/**
 * A finished step of `generateText`, `streamText` or an agent of the AI SDK, as far as it is read here. Version 5 and later
 * say `input` and `output`, and record a tool that failed as a part of `content`; version 4 says `args` and `result`.
 */
export type AiSdkStep = {
  readonly toolCalls: readonly {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input?: unknown;
    readonly args?: unknown;
  }[];
  readonly toolResults: readonly {
    readonly toolCallId: string;
    readonly output?: unknown;
    readonly result?: unknown;
  }[];
  readonly content?: readonly {
    readonly type: string;
    readonly toolCallId?: string;
    readonly error?: unknown;
  }[];
};

/** The steps as the loop guard reads them. */
export function modelStepsOf(steps: readonly AiSdkStep[]): ModelStep[] {
  return listOf(steps).map(modelStepOf);
}

/** A finished step does not change, so each is read once. */
const modelStepOf = remember(({ toolCalls, toolResults, content }: AiSdkStep): ModelStep => {
  const replies = createPairedReplies();
  replies.startReply();
  for (const call of listOf(toolCalls)) {
    const args = 'input' in call ? call.input : call.args;
    replies.addCall(call.toolCallId, recordedCall(call.toolName, args));
  }
  for (const result of listOf(toolResults)) {
    const value = 'output' in result ? result.output : result.result;
    replies.addResult(result.toolCallId, (tool) => success(tool, value));
  }
  for (const { type, toolCallId, error } of listOf(content)) {
    if (type !== 'tool-error') continue;
    replies.addResult(toolCallId, (tool) => failure(tool, error));
  }
  return replies.steps()[0]!;
});
