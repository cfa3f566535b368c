import Anthropic from '@anthropic-ai/sdk';
import type { Message, Model, ModelRequest } from '@loopwright/agent-run';
import { onTestFinished } from 'vitest';
import { type AnthropicModelOptions, anthropicModel } from '../src/anthropic.ts';
import { type Received, type Respond, startServer } from './loopback.ts';

export { json, raw } from './loopback.ts';

/** A fact that no output may show. */
export const apiKey = 'sk-ant-key-of-the-test';

/** A request as it stood on the wire. */
export type WireRequest = Omit<Received, 'body'> & { body: WireBody };

export type WireBlock = { type: string; [name: string]: unknown };

export type WireBody = {
  messages: { role: string; content: WireBlock[] }[];
  system?: WireBlock[];
  tools?: WireBlock[];
  [name: string]: unknown;
};

/** A server on loopback that gives one answer after the other, and the last again and again. */
export async function serve(...answers: Respond[]) {
  const { url, requests, brokenOff, close } = await startServer(...answers);
  onTestFinished(close);
  const client = new Anthropic({ apiKey, baseURL: url, logLevel: 'off' });
  return {
    requests: requests as unknown as WireRequest[],
    client,
    brokenOff,
    model: (options: Partial<AnthropicModelOptions> = {}) =>
      anthropicModel({ client, model: 'claude-test', timeoutMs: 10_000, ...options }),
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
): Respond {
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
