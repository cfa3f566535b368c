import type { DurableEvent, RunResult } from '@loopwright/agent-run';
import { canonicalJson, type Json } from '@loopwright/core-parser';
import { redactSecrets } from '@loopwright/tool-registry';
import type { Attributes } from '@opentelemetry/api';
import { agent } from './agent-conventions.ts';
import { inputOf, outputOf } from './messages.ts';
import { isThenable, safely } from './safely.ts';
import { captureContentVariable, genAi } from './semantic-conventions.ts';

type ModelEvent = Extract<DurableEvent, { type: 'model' }>;
type ToolEvent = Extract<DurableEvent, { type: 'tool' }>;

/** The texts of a run as attributes, redacted; no attributes at all unless content is captured. */
export type Content = {
  ofTask(task: string): Attributes;
  ofResult(
    result: Pick<RunResult<Json>, 'status' | 'reason' | 'partial' | 'stopReason'>,
  ): Attributes;
  ofModelCall(event: ModelEvent): Attributes;
  ofToolCall(event: ToolEvent): Attributes;
  ofFlag(text: string): Attributes;
};

const nothing = () => ({});

/** @param capture Undefined means what the environment says. */
export function createContent(
  capture: boolean | undefined,
  redact: (value: Json) => Json = redactSecrets,
): Content {
  if (!(capture ?? isAskedFor())) {
    return {
      ofTask: nothing,
      ofResult: nothing,
      ofModelCall: nothing,
      ofToolCall: nothing,
      ofFlag: nothing,
    };
  }
  // What cannot be redacted is not told.
  const attributes = (values: { [name: string]: Json | undefined }): Attributes =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const redacted = value === undefined ? undefined : safely(() => redact(value));
        if (redacted === undefined || isThenable(redacted)) return [];
        return [[name, asText(redacted)]];
      }),
    );
  return {
    ofTask: (task) => attributes({ [genAi.inputMessages]: [message('user', task)] }),
    ofResult: ({ reason, partial, stopReason }) =>
      attributes({
        [agent.reason]: reason,
        [genAi.outputMessages]: [
          { ...message('assistant', partial.text), finish_reason: stopReason },
        ],
      }),
    ofModelCall(event) {
      const { system, messages } = inputOf(event);
      return attributes({
        [genAi.systemInstructions]:
          system === undefined ? undefined : [{ type: 'text', content: system }],
        [genAi.inputMessages]: messages,
        [genAi.outputMessages]: event.reply && [outputOf(event.reply)],
      });
    },
    ofToolCall: ({ call, effect, observation }) =>
      attributes({
        // Of a call with effects the arguments are those that its tool lets be shown.
        [genAi.toolCallArguments]: effect?.args ?? call.args,
        [genAi.toolCallResult]: observation.ok ? observation.value : observation.text,
      }),
    ofFlag: (text) => attributes({ [agent.flagText]: text }),
  };
}

function message(role: string, content: string) {
  return { role, parts: [{ type: 'text', content }] };
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

/** What the environment says; off for what is not known. */
function isAskedFor(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = safely(() => process?.env?.[captureContentVariable]);
  return ['true', '1', 'span_only', 'span_and_event'].includes(value?.trim().toLowerCase() ?? '');
}
