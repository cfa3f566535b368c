import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { objectAt } from './body-parts.ts';
import { deliver } from './deliver.ts';
import { type WireQuirks, wireQuirks } from './quirks.ts';
import { readChatRequest } from './read-chat-request.ts';
import { readMessagesRequest } from './read-messages-request.ts';
import { isRefusal, refuse } from './refusal.ts';
import { errorBody, refusalBody } from './wire-error.ts';
import type { RawResponse, WireApi, WireReply, WireRequest } from './wire-types.ts';
import { jsonResponse, writeReply } from './write-reply.ts';

/** A server on 127.0.0.1 that speaks two wire formats as strictly as the services do. */
export type WireServer = {
  /** Where it listens, without a path: `http://127.0.0.1:` and a port. */
  readonly url: string;
  /** The requests that were taken, in order. */
  readonly requests: readonly WireRequest[];
  /** Why the others were refused. */
  readonly refusals: readonly string[];
  /** All requests, whatever came of them. */
  readonly hits: number;
  /** Cuts every connection and stops. */
  close(): Promise<void>;
};

/** What the server answers to a request that it took. */
export type WireAnswer = WireReply | RawResponse;

export type WireServerOptions = {
  answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer>;
  /** How the chat format differs from the original. Default: not at all. */
  quirks?: WireQuirks;
  /** Default: one that is free. */
  port?: number;
};

const paths: Readonly<Record<string, WireApi>> = {
  '/v1/chat/completions': 'chat',
  '/v1/messages': 'messages',
};

/**
 * Starts a loopback server that speaks `POST /v1/chat/completions` and `POST /v1/messages`, streamed and not. What no
 * real service takes it refuses with status 400 in the shape of the format; the rest is put to `answer`.
 */
export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  const { answer, quirks = wireQuirks.openai, port = 0 } = options;
  const requests: WireRequest[] = [];
  const refusals: string[] = [];
  let hits = 0;
  const respond = async (incoming: IncomingMessage): Promise<RawResponse> => {
    hits += 1;
    const api = paths[(incoming.url ?? '').split('?')[0]!];
    if (api === undefined || incoming.method !== 'POST') return notFound(incoming);
    if (!hasKey(incoming)) return withoutKey(api);
    try {
      const request = readRequest(api, incoming, await readText(incoming), quirks);
      requests.push(request);
      const answered = await answer(request);
      return 'pieces' in answered ? answered : writeReply(request, answered, quirks);
    } catch (thrown) {
      const isRefused = isRefusal(thrown);
      const { message, param } = isRefused ? thrown : { message: String(thrown), param: null };
      refusals.push(message);
      return jsonResponse(isRefused ? 400 : 500, refusalBody(api, { message, param }, quirks));
    }
  };
  const server = createServer((incoming, response) => {
    const id = incoming.url?.startsWith('/v1/messages') ? 'request-id' : 'x-request-id';
    response.setHeader(id, `req_wire_${hits + 1}`);
    void respond(incoming).then((raw) => deliver(response, raw).catch(() => cut(response)));
  });
  // Longer than any client keeps a connection, so that none is closed while a request is on its way.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refusals,
    get hits() {
      return hits;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readRequest(
  api: WireApi,
  { headers }: IncomingMessage,
  bodyText: string,
  quirks: WireQuirks,
): WireRequest {
  const body = parseBody(bodyText);
  const read = api === 'chat' ? readChatRequest(body, quirks) : readMessagesRequest(body, headers);
  return { api, ...read, headers, body, bodyText };
}

function parseBody(text: string): JsonObject {
  let body: Json;
  try {
    body = JSON.parse(text) as Json;
  } catch {
    return refuse('We could not parse the JSON body of your request.');
  }
  return objectAt(body, 'body');
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function notFound({ method, url = '' }: IncomingMessage): RawResponse {
  const message = `Unknown request URL: ${method} ${url}.`;
  const api = url.startsWith('/v1/messages') ? 'messages' : 'chat';
  const type = api === 'chat' ? 'invalid_request_error' : 'not_found_error';
  return jsonResponse(404, errorBody(api, { message, type }));
}

function hasKey({ headers }: IncomingMessage): boolean {
  return /^Bearer ./.test(headers.authorization ?? '') || Boolean(headers['x-api-key']);
}

function withoutKey(api: WireApi): RawResponse {
  const type = api === 'chat' ? 'invalid_request_error' : 'authentication_error';
  return jsonResponse(401, errorBody(api, { message: "You didn't provide an API key.", type }));
}

function cut(response: ServerResponse): void {
  response.socket?.destroy();
}
