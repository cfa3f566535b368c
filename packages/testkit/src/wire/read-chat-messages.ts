import type { Message, RawCall } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { listAt, objectAt, textAt } from './body-parts.ts';
import type { WireQuirks } from './quirks.ts';
import { refuse } from './refusal.ts';

/** Reads the messages of a chat completion; the text of a system message stands for itself. @throws Refusal */
export function readChatMessages(given: readonly Json[], quirks: WireQuirks): (Message | string)[] {
  if (given.length === 0) refuse("Invalid 'messages': empty array.", 'messages');
  let unanswered: string[] = [];
  const messages = given.map((each, index) => {
    const place = `messages.[${index}]`;
    const message = objectAt(each, place);
    if (message.role === 'tool') {
      const result = readToolMessage(message, place);
      if (!unanswered.includes(result.id)) {
        refuse(
          "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          `${place}.role`,
        );
      }
      unanswered = unanswered.filter((id) => id !== result.id);
      return result;
    }
    refuseUnanswered(unanswered);
    if (message.role === 'assistant') {
      const turn = readAssistant(message, place, quirks);
      unanswered = turn.toolCalls.map(({ id }) => id);
      return turn;
    }
    const texts = readTexts(message.content, `${place}.content`);
    if (message.role === 'user') return { role: 'user' as const, blocks: texts };
    if (message.role === 'system' || message.role === 'developer') return texts.join('');
    return refuse(`Invalid value: '${message.role}'.`, `${place}.role`);
  });
  refuseUnanswered(unanswered);
  return messages;
}

function refuseUnanswered(ids: readonly string[]): void {
  if (ids.length === 0) return;
  refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
    'messages',
  );
}

function readToolMessage(message: JsonObject, place: string): Extract<Message, { role: 'tool' }> {
  return {
    role: 'tool',
    id: textAt(message.tool_call_id, `${place}.tool_call_id`),
    text: readTexts(message.content, `${place}.content`).join(''),
  };
}

function readAssistant(
  message: JsonObject,
  place: string,
  quirks: WireQuirks,
): Extract<Message, { role: 'assistant' }> {
  const { content = null, tool_calls: calls } = message;
  if (content === null && calls === undefined) {
    refuse(`Invalid value for 'content': expected a string, got null.`, `${place}.content`);
  }
  if (content === '' && calls !== undefined && quirks.emptyContent === 'rejected') {
    refuse('content must be null or a non-empty string beside tool_calls', `${place}.content`);
  }
  const toolCalls = calls === undefined ? [] : readCalls(calls, `${place}.tool_calls`);
  const texts = content === null ? [] : readTexts(content, `${place}.content`);
  return { role: 'assistant', text: texts.join(''), toolCalls };
}

function readCalls(given: Json, place: string): RawCall[] {
  const calls = listAt(given, place);
  if (calls.length === 0) {
    refuse(`Invalid '${place}': empty array. Expected an array with minimum length 1.`, place);
  }
  const read = calls.map((each, index): RawCall => {
    const at = `${place}[${index}]`;
    const call = objectAt(each, at);
    if (call.type !== 'function') refuse(`Missing required parameter: '${at}.type'.`, `${at}.type`);
    const { name, arguments: args } = objectAt(call.function, `${at}.function`);
    return {
      id: textAt(call.id, `${at}.id`),
      name: textAt(name, `${at}.function.name`),
      args: textAt(args, `${at}.function.arguments`),
    };
  });
  const ids = new Set(read.map(({ id }) => id));
  if (ids.has('') || ids.size < read.length) refuse(`Duplicate or empty ids in '${place}'`, place);
  return read;
}

function readTexts(content: Json | undefined, place: string): string[] {
  if (typeof content === 'string') return [content];
  if (content === undefined || content === null) {
    refuse(`Invalid value for 'content': expected a string, got null.`, place);
  }
  const parts = listAt(content, place);
  if (parts.length === 0) refuse(`Invalid '${place}': empty array.`, place);
  return parts.map((each, index) => {
    const part = objectAt(each, `${place}[${index}]`);
    if (part.type !== 'text') refuse(`Invalid value: '${part.type}'.`, `${place}[${index}].type`);
    return textAt(part.text, `${place}[${index}].text`);
  });
}
