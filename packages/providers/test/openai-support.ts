import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message, ModelRequest } from '@loopwright/agent-run';
import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import { type OpenAiModelOptions, openAiModel } from '../src/openai.ts';

/** A fact that no output may show. */
export const apiKey = 'sk-openai-key-of-the-test';

/** A request as it stood on the wire. */
export type WireRequest = { path: string; body: WireBody; text: string };

export type WireBody = {
  messages: { role: string; [name: string]: unknown }[];
  [name: string]: unknown;
};

type Answer = (response: ServerResponse) => void;

/** A server on loopback that gives one answer after the other, and the last again and again. */
export async function serve(...answers: Answer[]) {
  const requests: WireRequest[] = [];
  let tellClosed = () => {};
  const brokenOff = new Promise<void>((resolve) => {
    tellClosed = resolve;
  });
  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) tellClosed();
    });
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      requests.push({ path: incoming.url ?? '', body: JSON.parse(text) as WireBody, text });
      answers[Math.min(requests.length, answers.length) - 1]!(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const client = new OpenAI({ apiKey, baseURL, logLevel: 'off' });
  return {
    requests,
    client,
    /** Settles when the client closed a connection before the response was complete. */
    brokenOff,
    model: (options: Partial<OpenAiModelOptions> = {}) =>
      openAiModel({ client, model: 'test-model', timeoutMs: 10_000, ...options }),
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function raw(text: string, contentType = 'application/json', status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(text);
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
export function stream(chunks: readonly object[], end: StreamEnd = 'done'): Answer {
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
