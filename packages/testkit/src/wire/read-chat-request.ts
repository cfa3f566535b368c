import type { Message, ToolSpec } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { knownFieldsOnly, listAt, objectAt, textAt, wholeNumberAt } from './body-parts.ts';
import type { WireQuirks } from './quirks.ts';
import { readChatMessages } from './read-chat-messages.ts';
import { refuse } from './refusal.ts';
import type { ReadRequest } from './wire-types.ts';

const knownFields = [
  ...['model', 'messages', 'stream', 'stream_options', 'tools', 'tool_choice', 'stop', 'seed'],
  ...['max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'response_format', 'n'],
  ...['frequency_penalty', 'presence_penalty', 'parallel_tool_calls', 'reasoning_effort', 'user'],
  ...['prompt_cache_key', 'store', 'metadata'],
];

/** Reads a request for a chat completion as strictly as the service does. @throws Refusal */
export function readChatRequest(body: JsonObject, quirks: WireQuirks): ReadRequest {
  if (quirks.unknownFields === 'rejected') {
    knownFieldsOnly(body, knownFields, (name) => `Unrecognized request argument supplied: ${name}`);
  }
  const tools = readTools(body.tools);
  const toolChoice = readToolChoice(body, quirks);
  const conversation = readChatMessages(listAt(body.messages, 'messages'), quirks);
  const stream = body.stream === true;
  if (body.stream_options !== undefined && !stream) {
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  }
  const options =
    body.stream_options === undefined ? {} : objectAt(body.stream_options, 'stream_options');
  checkNumbers(body);
  const maxTokens = readMaxTokens(body);
  return {
    model: textAt(body.model, 'model'),
    stream,
    includesUsage: !stream || (options.include_usage === true && quirks.usageInStreams !== 'never'),
    ...splitSystem(conversation),
    tools,
    toolChoice,
    stop: readStop(body.stop),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}

function splitSystem(conversation: readonly (Message | string)[]) {
  const texts = conversation.filter((message) => typeof message === 'string');
  const messages = conversation.filter((message) => typeof message !== 'string');
  return { system: texts.join('\n'), messages };
}

function readTools(given: Json | undefined): ToolSpec[] {
  if (given === undefined) return [];
  const tools = listAt(given, 'tools');
  if (tools.length === 0) refuse("Invalid 'tools': empty array.", 'tools');
  return tools.map((tool, index) => {
    const place = `tools[${index}]`;
    const { type, function: described } = objectAt(tool, place);
    if (type !== 'function') refuse(`Invalid value for '${place}.type'.`, `${place}.type`);
    const { name, description = '', parameters = {} } = objectAt(described, `${place}.function`);
    const schema = objectAt(parameters, `${place}.function.parameters`);
    const isEmpty = Object.keys(schema).length === 0;
    if (!isEmpty && schema.type !== 'object') {
      refuse(
        `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'`,
      );
    }
    return {
      name: functionName(name, place),
      description: textAt(description, `${place}.function.description`),
      parameters: schema,
    };
  });
}

function functionName(given: Json | undefined, place: string): string {
  const name = textAt(given, `${place}.function.name`);
  if (/^[\w-]{1,64}$/.test(name)) return name;
  return refuse(`Invalid '${place}.function.name': string does not match pattern.`, place);
}

function readToolChoice(body: JsonObject, quirks: WireQuirks): ReadRequest['toolChoice'] {
  const choice = body.tool_choice;
  if (quirks.nativeTools === 'off' && body.tools !== undefined && choice !== 'none') {
    refuse(
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    );
  }
  if (choice === undefined) return 'auto';
  if (body.tools === undefined) {
    refuse(
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    );
  }
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  return refuse(`Invalid value for 'tool_choice': ${JSON.stringify(choice)}`, 'tool_choice');
}

function readStop(given: Json | undefined): string[] {
  if (given === undefined || given === null) return [];
  const stop = typeof given === 'string' ? [given] : listAt(given, 'stop');
  if (stop.length === 0 || stop.length > 4) {
    refuse(`Invalid 'stop': expected an array with 1 to 4 items, got ${stop.length}.`, 'stop');
  }
  return stop.map((sequence, index) => textAt(sequence, `stop[${index}]`));
}

function readMaxTokens(body: JsonObject): number | undefined {
  const { max_tokens: older, max_completion_tokens: newer } = body;
  if (older !== undefined && newer !== undefined) {
    refuse("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.");
  }
  const given = older ?? newer;
  return given === undefined || given === null ? undefined : wholeNumberAt(given, 'max_tokens', 1);
}

function checkNumbers({ temperature, seed }: JsonObject): void {
  if (temperature !== undefined && !(Number(temperature) >= 0 && Number(temperature) <= 2)) {
    refuse("Invalid 'temperature': expected a value between 0 and 2.", 'temperature');
  }
  if (seed !== undefined && !Number.isInteger(seed)) {
    refuse("Invalid 'seed': expected an integer.", 'seed');
  }
}
