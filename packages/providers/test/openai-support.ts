import type { Message, ModelRequest } from '@loopwright/agent-run';
import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import { type OpenAiModelOptions, openAiModel } from '../src/openai.ts';
import { type Received, type Respond, startServer } from './loopback.ts';

export { json, raw } from './loopback.ts';

/** A fact that no output may show. */
export const apiKey = 'sk-openai-key-of-the-test';

/** A request as it stood on the wire. */
export type WireRequest = Omit<Received, 'body'> & { body: WireBody };

export type WireBody = {
  messages: { role: string; [name: string]: unknown }[];
  [name: string]: unknown;
};

/** A server on loopback that gives one answer after the other, and the last again and again. */
export async function serve(...answers: Respond[]) {
  const { url, requests, brokenOff, close } = await startServer(...answers);
  onTestFinished(close);
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, logLevel: 'off' });
  return {
    requests: requests as unknown as WireRequest[],
    client,
    brokenOff,
    model: (options: Partial<OpenAiModelOptions> = {}) =>
      openAiModel({ client, model: 'test-model', timeoutMs: 10_000, ...options }),
  };
}

/** A completion that ends normally, unless said otherwise. */
export function completion(message: object, fields: object = {}, choice: object = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'test-model',
    choices: [
      { index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...choice },
    ],
    usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
    ...fields,
  };
}

export function toolCall(id: string | undefined, name: string, args: unknown) {
  return {
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { name, arguments: args },
  };
}

/** Whether the response ends behind the chunks, with or without the mark of the end, stays open, or breaks. */
type StreamEnd = 'done' | 'close' | 'open' | 'cut';

/** Chunks of a streamed reply. */
export function stream(chunks: readonly object[], end: StreamEnd = 'done'): Respond {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    if (end === 'done') lines.push('data: [DONE]\n\n');
    response.write(lines.join(''), () => {
      if (end === 'done' || end === 'close') response.end();
      if (end === 'cut') response.destroy();
    });
  };
}

/** A chunk with a piece of the message. */
export function piece(delta: object, finish_reason: string | null = null) {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] };
}

/** A chunk with pieces of calls. */
export function callPieces(...tool_calls: object[]) {
  return piece({ tool_calls });
}

export const usageChunk = {
  object: 'chat.completion.chunk',
  choices: [],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
};

export function ask(
  messages: readonly Message[],
  fields: Partial<ModelRequest> = {},
): ModelRequest {
  return { system: 'Be brief.', messages, ...fields };
}

export const question: Message = { role: 'user', blocks: ['What is it?'] };

export const quiet: { signal: AbortSignal; onDelta: (text: string) => void } = {
  signal: new AbortController().signal,
  onDelta: () => {},
};
