import type { Message, ModelReply, ModelRequest } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry, defineTool, type Tool } from '@loopwright/tool-registry';
import { expect } from 'vitest';
import { z } from 'zod';
import { nativeFormat, type ReactOptions, runReact } from '../src/index.ts';

type Said = Partial<ModelReply> & { text: string };

/** A call as a provider delivers it; `args` is the text of its arguments. */
export function called(
  name: string,
  args: object | string = {},
  id = '',
): ModelReply['toolCalls'][0] {
  return { id, name, args: typeof args === 'string' ? args : JSON.stringify(args) };
}

/** A native reply. */
export function calls(...toolCalls: ModelReply['toolCalls']): Said {
  return { text: '', toolCalls, finish: 'tool_calls' };
}

/** A tool that takes any arguments and counts its calls. */
export function countingTool(
  name: string,
  execute: (args: Record<string, unknown>) => unknown,
  extra: { input?: z.ZodType; effect?: Tool['effect'] } = {},
) {
  const seen: unknown[] = [];
  const tool = defineTool({
    name,
    description: `The tool ${name}.`,
    effect: 'pure',
    input: z.looseObject({}),
    ...extra,
    execute: (args) => {
      seen.push(args);
      return execute(args as Record<string, unknown>);
    },
  });
  return { tool, seen };
}

type Options = Partial<Omit<ReactOptions<unknown>, 'tools' | 'model'>>;

/** Runs a script of native replies, and checks that every request that was sent was valid to send. */
export async function runNative(
  script: Parameters<typeof scriptedModel>[0],
  tools: readonly Tool[] = [],
  options: Options = {},
) {
  const model = scriptedModel(script);
  const result = await runReact<unknown>({
    task: 'Find out.',
    model,
    tools: createToolRegistry({ tools }),
    format: nativeFormat,
    ...options,
  });
  for (const { messages } of model.requests) expectPaired(messages);
  return { result, requests: model.requests, last: model.requests.at(-1)! };
}

/** Every call has exactly one result right behind it, in call order, and every result has a call. */
export function expectPaired(messages: readonly Message[]): void {
  const ids = new Set<string>();
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at]!;
    expect(message.role, 'a result without its call').not.toBe('tool');
    if (message.role !== 'assistant') continue;
    for (const { id } of message.toolCalls) {
      at += 1;
      expect(messages[at]).toMatchObject({ role: 'tool', id });
      expect(id).not.toBe('');
      expect(ids.has(id), `the id ${id} stands twice`).toBe(false);
      ids.add(id);
    }
  }
}

/** The results that a request shows. */
export function resultsOf({ messages }: ModelRequest) {
  return messages.filter((message) => message.role === 'tool');
}

/** The calls that a request shows. */
export function callsOf({ messages }: ModelRequest) {
  return messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
}

/** What stands in the turns of the user. */
export function blocksOf({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap((message) => (message.role === 'user' ? message.blocks : []));
}
