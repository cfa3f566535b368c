import type { ModelReply, RawCall } from '@loopwright/agent-run';
import {
  isControlWord,
  type Json,
  type JsonObject,
  jsonLine,
  removeReasoning,
} from '@loopwright/core-parser';
import type { Call } from '@loopwright/tool-registry';
import { readArguments } from './read-arguments.ts';
import { readTextOfReply } from './read-text-of-reply.ts';
import type { Parsed } from './step-format.ts';

/**
 * Reads a native reply. Calls that the provider delivered as calls win over whatever stands in the text, which is then,
 * less the reasoning of models that write it there, the thought (PROV-037); without any, the text is the answer, or a
 * call that leaked into it. Total.
 */
export function readNativeReply(reply: ModelReply, toolNames: readonly string[]): Parsed {
  const { text, toolCalls, finish } = reply;
  if (toolCalls.length === 0) return readTextOfReply(reply, toolNames);
  const { body, removed } = removeReasoning(text);
  const parsed = readCalls(toolCalls, removed ? body.trim() : text, finish);
  return removed ? { ...parsed, flags: ['reasoning_removed', ...parsed.flags] } : parsed;
}

function readCalls(
  toolCalls: readonly RawCall[],
  thought: string,
  finish: ModelReply['finish'],
): Parsed {
  if (finish === 'length') {
    return { kind: 'calls', thought, calls: toolCalls.map(cutCall), flags: ['truncated'] };
  }
  const end = endOf(toolCalls);
  if (end) return readEnd(end, toolCalls, thought);
  const read = toolCalls.map(readCall);
  const flags = read.some(({ isRepaired }) => isRepaired) ? ['repaired'] : [];
  return { kind: 'calls', thought, calls: read.map(({ call }) => call), flags };
}

/**
 * The limit may have cut off any part of the reply, also where what is left looks complete: a call without the members
 * that were to follow must not run (PARSE-075).
 */
function cutCall({ name }: RawCall): Call {
  const unreadable =
    'truncated: the reply was cut off by the token limit, so that its calls may be incomplete and none was started; ask for something smaller';
  return { tool: name, args: {}, unreadable };
}

function readCall({ name, args }: RawCall): { call: Call; isRepaired: boolean } {
  const read = readArguments(args);
  if (read.ok) return { call: { tool: name, args: read.value }, isRepaired: read.repaired };
  const unreadable = `${read.code}: ${read.message}`;
  return { call: { tool: name, args: {}, unreadable }, isRepaired: false };
}

/** The call that ends the run: an answer before everything else (P3), then a surrender. */
function endOf(calls: readonly RawCall[]): RawCall | undefined {
  const ends = calls.filter(({ name }) => isControlWord(name));
  return ends.find(({ name }) => !isGiveUp(name)) ?? ends[0];
}

function isGiveUp(controlWord: string): boolean {
  return /give/i.test(controlWord);
}

function readEnd(end: RawCall, toolCalls: readonly RawCall[], thought: string): Parsed {
  const ignored = toolCalls.filter((call) => call !== end);
  const flags = ignored.map(({ name }) => `call_ignored: ${name} beside ${end.name}`);
  const read = readArguments(end.args);
  if (!read.ok) {
    const message = `The arguments of ${end.name} cannot be read: ${read.message}`;
    return { kind: 'parse_error', thought, code: read.code, message, flags };
  }
  if (isGiveUp(end.name)) {
    const { reason, partial_answer: partial } = read.value;
    return { kind: 'give_up', thought, reason: asText(reason), partial: asText(partial), flags };
  }
  return readAnswer(read.value, thought, flags);
}

function readAnswer(args: JsonObject, thought: string, flags: string[]): Parsed {
  const { answer = null } = args;
  if (answer !== null && answer !== '') return { kind: 'final', thought, answer, flags };
  const message = 'The answer is missing: final takes {"answer": …}';
  return { kind: 'parse_error', thought, code: 'empty', message, flags };
}

function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonLine(value);
}
