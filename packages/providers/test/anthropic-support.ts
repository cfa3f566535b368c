import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import type { Message, Model, ModelRequest } from '@loopwright/agent-run';
import { onTestFinished } from 'vitest';
import { type AnthropicModelOptions, anthropicModel } from '../src/anthropic.ts';

/** A fact that no output may show. */
export const apiKey = 'sk-ant-key-of-the-test';

/** A request as it stood on the wire. */
export type WireRequest = { path: string; body: WireBody; text: string };

export type WireBlock = { type: string; [name: string]: unknown };

export type WireBody = {
  messages: { role: string; content: WireBlock[] }[];
  system?: WireBlock[];
  tools?: WireBlock[];
  [name: string]: unknown;
};

type Answer = (response: ServerResponse, request: WireRequest) => void;

/** A server on loopback that gives one answer after the other, and the last again and again. */
export async function serve(...answers: Answer[]) {
  const requests: WireRequest[] = [];
  let closed = 0;
  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) closed += 1;
    });
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const request = { path: incoming.url ?? '', body: JSON.parse(text) as WireBody, text };
      requests.push(request);
      answers[Math.min(requests.length, answers.length) - 1]!(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Anthropic({ apiKey, baseURL, logLevel: 'off' });
  return {
    requests,
    client,
    /** Responses that the client did not read to their end. */
    brokenOff: () => closed,
    model: (options: Partial<AnthropicModelOptions> = {}) =>
      anthropicModel({ client, model: 'claude-test', timeoutMs: 10_000, ...options }),
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

/** A message of the API that ends normally, unless said otherwise. */
export function message(content: unknown[], fields: Record<string, unknown> = {}) {
  const usage = { input_tokens: 9, output_tokens: 4 };
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test' };
  return { ...head, content, stop_reason: 'end_turn', stop_sequence: null, usage, ...fields };
}

export type StreamEvent = { type: string; [name: string]: unknown };

/** Events of the API, then the end of the response; `open` leaves it open, `cut` breaks the connection. */
export function events(
  list: readonly StreamEvent[],
  end: 'close' | 'open' | 'cut' = 'close',
): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(list.map(toSse).join(''), () => {
      if (end === 'close') response.end();
      if (end === 'cut') response.destroy();
    });
  };
}

export function toSse(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export const start: StreamEvent = {
  type: 'message_start',
  message: message([], { stop_reason: null, usage: { input_tokens: 9, output_tokens: 1 } }),
};

/** The events of one block. */
export function block(index: number, begun: object, ...deltas: object[]): StreamEvent[] {
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

export function textEvents(index: number, ...pieces: string[]): StreamEvent[] {
  const deltas = pieces.map((text) => ({ type: 'text_delta', text }));
  return block(index, { type: 'text', text: '' }, ...deltas);
}

export function finish(stop_reason: string | null, output_tokens = 4): StreamEvent[] {
  const delta = { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens } };
  return [delta, { type: 'message_stop' }];
}

export function ask(messages: Message[], fields: Partial<ModelRequest> = {}): ModelRequest {
  return { system: 'Be brief.', messages, ...fields };
}

export const question: Message = { role: 'user', blocks: ['What is it?'] };

export const quiet: Parameters<Model['generate']>[1] = {
  signal: new AbortController().signal,
  onDelta: () => {},
};
