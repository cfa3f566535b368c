import type { ModelStep } from './loop-judge.ts';
import { failure, recordedCall, success, withoutResult } from './model-step-parts.ts';
import { remember } from './remember.ts';
import type { GuardedObservation } from './step.ts';

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

/** A finished step does not change, so each is read once. */
export const modelStepOf = remember(({ toolCalls, toolResults, content }: AiSdkStep): ModelStep => {
  const observations = new Map<string, (tool: string) => GuardedObservation>();
  // A tool that streams has several results: the last one counts.
  for (const result of toolResults) {
    const value = 'output' in result ? result.output : result.result;
    observations.set(result.toolCallId, (tool) => success(tool, value));
  }
  for (const { type, toolCallId, error } of content ?? []) {
    if (type !== 'tool-error' || toolCallId === undefined) continue;
    observations.set(toolCallId, (tool) => failure(tool, error));
  }
  return {
    calls: toolCalls.map((call) =>
      recordedCall(call.toolName, 'input' in call ? call.input : call.args),
    ),
    observations: toolCalls.map(({ toolCallId, toolName }) =>
      (observations.get(toolCallId) ?? withoutResult)(toolName),
    ),
  };
});
