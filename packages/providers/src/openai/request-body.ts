import type { ModelRequest, ToolSpec } from '@loopwright/agent-run';
import { toChatMessages } from './chat-messages.ts';
import type { ChatTool, OpenAiRequestBody } from './openai-client.ts';
import type { OpenAiCapabilities } from './openai-endpoints.ts';

/** What is the same in every request of a model. */
export type RequestSettings = {
  readonly model: string;
  readonly stream: boolean;
  readonly capabilities: OpenAiCapabilities;
  /** Fields that the caller adds. */
  readonly body: Readonly<Record<string, unknown>>;
};

/** Fields that are made of the request; a caller's own would contradict it. */
export const reservedFields: readonly string[] = [
  ...['model', 'messages', 'tools', 'tool_choice', 'stream', 'stream_options', 'n'],
  ...['stop', 'temperature', 'seed', 'response_format', 'max_tokens', 'max_completion_tokens'],
];

/** The body of a request, with nothing in it that is not set, and what of the request it does not hold. */
export function toRequestBody(
  request: ModelRequest,
  settings: RequestSettings,
): { body: OpenAiRequestBody; warnings: string[] } {
  const { model, stream, capabilities } = settings;
  const { temperature, seed, schema, stop, maxOutputTokens } = request;
  const tools = request.tools?.map(toChatTool);
  const forbidsCalls = request.toolChoice === 'none' && notEmpty(tools) !== undefined;
  // What a conversation grows by comes behind what stays, as caches of prefixes want it.
  const fields = {
    ...settings.body,
    model,
    tools: notEmpty(tools),
    messages: toChatMessages(request, capabilities.replayFields),
    tool_choice: forbidsCalls && capabilities.toolChoice ? 'none' : undefined,
    response_format:
      schema === undefined
        ? undefined
        : { type: 'json_schema', json_schema: { name: 'reply', schema } },
    temperature,
    seed,
    stop: notEmpty(stop),
    [capabilities.maxTokensField]: maxOutputTokens,
    stream: stream || undefined,
    stream_options: stream && capabilities.streamUsage ? { include_usage: true } : undefined,
  };
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    body: Object.fromEntries(set) as OpenAiRequestBody,
    warnings:
      forbidsCalls && !capabilities.toolChoice
        ? ['toolChoice is not sent: the server does not take it, and the model may ask for calls']
        : [],
  };
}

function toChatTool({ name, description, parameters }: ToolSpec): ChatTool {
  const isUnknown = Object.keys(parameters).length === 0;
  const schema = isUnknown ? { type: 'object', properties: {} } : parameters;
  return { type: 'function', function: { name, description, parameters: schema } };
}

function notEmpty<Entry>(list: readonly Entry[] | undefined): readonly Entry[] | undefined {
  return list && list.length > 0 ? list : undefined;
}
