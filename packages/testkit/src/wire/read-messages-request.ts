import type { IncomingHttpHeaders } from 'node:http';
import type { ToolSpec } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { knownFieldsOnly, listAt, objectAt, textAt, wholeNumberAt } from './body-parts.ts';
import { readTurns } from './read-turns.ts';
import { refuse } from './refusal.ts';
import type { ReadRequest } from './wire-types.ts';

const knownFields = [
  ...['model', 'messages', 'system', 'max_tokens', 'stream', 'tools', 'tool_choice'],
  ...['stop_sequences', 'temperature', 'top_p', 'top_k', 'thinking', 'cache_control', 'metadata'],
  ...['output_config', 'service_tier'],
];

const maxCacheMarks = 4;

/** Reads a request for a message as strictly as the service does. @throws Refusal */
export function readMessagesRequest(body: JsonObject, headers: IncomingHttpHeaders): ReadRequest {
  const version = headers['anthropic-version'];
  if (version === undefined) refuse('anthropic-version: header is required');
  knownFieldsOnly(body, knownFields, (name) => `${name}: Extra inputs are not permitted`);
  if (version === '2026-10-21') {
    const sampling = ['temperature', 'top_p', 'top_k'].find((name) => body[name] !== undefined);
    if (sampling) refuse(`${sampling}: not supported by this version of the API`, sampling);
  }
  if (body.max_tokens === undefined) refuse('max_tokens: Field required', 'max_tokens');
  const marks = countCacheMarks(body);
  if (marks > maxCacheMarks) {
    refuse(
      `A maximum of ${maxCacheMarks} blocks with cache_control may be provided. Found ${marks}.`,
    );
  }
  return {
    model: textAt(body.model, 'model'),
    maxTokens: wholeNumberAt(body.max_tokens, 'max_tokens', 1),
    stream: body.stream === true,
    includesUsage: true,
    system: readSystem(body.system),
    messages: readTurns(listAt(body.messages, 'messages')),
    tools: readTools(body.tools),
    toolChoice: readToolChoice(body),
    stop: readStop(body.stop_sequences),
  };
}

function countCacheMarks(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = !Array.isArray(value) && value.cache_control ? 1 : 0;
  return Object.values(value).reduce((sum: number, part) => sum + countCacheMarks(part), own);
}

function readSystem(given: Json | undefined): string {
  if (given === undefined || typeof given === 'string') return given ?? '';
  const texts = listAt(given, 'system').map((each, index) => {
    const { type, text } = objectAt(each, `system.${index}`);
    if (type !== 'text') refuse(`system.${index}: Input tag '${type}' found, expected 'text'`);
    if (text === '') refuse('system: text content blocks must be non-empty');
    return textAt(text, `system.${index}.text`);
  });
  return texts.join('');
}

function readTools(given: Json | undefined): ToolSpec[] {
  if (given === undefined) return [];
  const tools = listAt(given, 'tools').map((each, index) => {
    const place = `tools.${index}.custom`;
    const { name, description = '', input_schema: parameters } = objectAt(each, place);
    const read = textAt(name, `${place}.name`);
    if (!/^[\w-]{1,128}$/.test(read)) refuse(`${place}.name: String should match pattern`);
    const schema = objectAt(parameters, `${place}.input_schema`);
    if (schema.type !== 'object') refuse(`${place}.input_schema.type: Input should be 'object'`);
    return {
      name: read,
      description: textAt(description, `${place}.description`),
      parameters: schema,
    };
  });
  const names = new Set(tools.map(({ name }) => name));
  if (names.size < tools.length) refuse('tools: Tool names must be unique.');
  return tools;
}

function readToolChoice(body: JsonObject): ReadRequest['toolChoice'] {
  if (body.tool_choice === undefined) return 'auto';
  const { type } = objectAt(body.tool_choice, 'tool_choice');
  if (!Array.isArray(body.tools) || body.tools.length === 0) {
    refuse('tool_choice may only be specified while providing tools');
  }
  if (type === 'auto' || type === 'none') return type;
  if (type === 'any' || type === 'tool') return 'required';
  return refuse(`tool_choice: Input tag '${type}' does not match any of the expected tags`);
}

function readStop(given: Json | undefined): string[] {
  if (given === undefined) return [];
  return listAt(given, 'stop_sequences').map((each, index) => {
    const sequence = textAt(each, `stop_sequences.${index}`);
    if (sequence.trim() === '') {
      refuse('stop_sequences: each stop sequence must contain non-whitespace');
    }
    return sequence;
  });
}
