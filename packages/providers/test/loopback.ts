import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server gets, also as it stood on the wire, and gives. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: Body; text: string };
type Body = { readonly [name: string]: unknown } & {
  readonly messages: { role: string; content: unknown; tool_calls?: unknown }[];
  readonly tools: { function: unknown }[];
};
export type Respond = (response: ServerResponse, request: Received) => void;

/** A server on loopback that answers requests in order, the last answer again and again. */
export async function startServer(...answers: Respond[]) {
  const requests: Received[] = [];
  let brokenOff = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) brokenOff += 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const body = text === '' ? {} : JSON.parse(text);
      const received = { path: request.url ?? '', headers: request.headers, body, text };
      requests.push(received);
      answers[Math.min(requests.length, answers.length) - 1]!(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Responses that the client did not read to their end. */
    brokenOff: () => brokenOff,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A body of whatever kind. */
export function raw(text: string, contentType = 'application/json', status = 200): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(text);
  };
}

/** Server-sent events; `cut` breaks the connection behind them, `open` leaves it silent. */
export function events(list: readonly unknown[], end: 'end' | 'cut' | 'open' = 'end'): Respond {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of list) {
      const { type } = Object(event) as { type?: string };
      const data = typeof event === 'string' ? event : JSON.stringify(event);
      response.write(`${type === undefined ? '' : `event: ${type}\n`}data: ${data}\n\n`);
    }
    if (end === 'end') response.end();
    if (end === 'cut') setImmediate(() => response.destroy());
  };
}

/** A server that accepts and says nothing. */
export const silent: Respond = () => {};

/** A whole chat completion. */
export function completion(message: object, finish: string | null = 'stop', usage?: object) {
  return {
    id: 'c1',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    ...(usage ? { usage } : {}),
  };
}

/** One chunk of a streamed chat completion. */
export function chunk(delta: object, finish: string | null = null, usage?: object) {
  return {
    id: 'c1',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(usage ? { usage } : {}),
  };
}

/** A whole message of Anthropic. */
export function message(content: readonly object[], stop = 'end_turn', usage: object = {}) {
  return {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5, ...usage },
  };
}
