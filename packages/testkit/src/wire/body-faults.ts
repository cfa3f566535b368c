import { firstPart, rightResponse } from './connection-faults.ts';
import type { WireFault } from './fault-types.ts';
import { errorBody } from './wire-error.ts';
import type { RawResponse, WireRequest } from './wire-types.ts';
import { eventStream, jsonResponse, writeReply } from './write-reply.ts';

const page = '<!doctype html><html><body>Please sign in to this network</body></html>';
const overloaded = { message: 'Overloaded', type: 'overloaded_error', code: 'server_error' };

function withBody(pieces: readonly string[], type: string): RawResponse {
  return { status: 200, headers: { 'content-type': type }, pieces };
}

/** Status 200, and yet no reply. */
export const bodyFaults = {
  page: {
    kinds: ['malformed_reply', 'truncated_stream'],
    respond: () => withBody([page], 'text/html'),
  },
  errorInBody: {
    kinds: ['transient'],
    requests: 'whole',
    respond: ({ api }) => jsonResponse(200, errorBody(api, overloaded)),
  },
  emptyBody: {
    kinds: ['malformed_reply', 'truncated_stream'],
    respond: ({ stream }) => withBody([], stream ? eventStream : 'application/json'),
  },
  noContent: {
    kinds: ['malformed_reply'],
    respond: () => ({ status: 204, headers: {}, pieces: [] }),
  },
  truncatedJson: {
    kinds: ['malformed_reply'],
    requests: 'whole',
    respond: (request) => firstPart(request, 'end'),
  },
  invalidJson: {
    kinds: ['malformed_reply'],
    requests: 'whole',
    respond: () => withBody(['{"choices": [}, NaN'], 'application/json'),
  },
  nothingInside: {
    kinds: ['malformed_reply'],
    requests: 'whole',
    respond: ({ api }) => {
      const head = { id: 'wire', model: 'wire', created: 1_700_000_000 };
      const chat = { ...head, object: 'chat.completion', choices: [] };
      return jsonResponse(200, api === 'chat' ? chat : { ...head, type: 'message' });
    },
  },
  jsonOfAnotherKind: {
    kinds: ['malformed_reply'],
    requests: 'whole',
    respond: () => jsonResponse(200, [null, 1, 'two']),
  },
  /** Whoever reads it by the type can do nothing with it; whoever reads it anyway has the whole reply. */
  wrongContentType: {
    kinds: ['malformed_reply', 'truncated_stream'],
    mayAnswer: true,
    respond: (request) => {
      const { pieces, ...right } = rightResponse(request);
      return { ...right, headers: { 'content-type': 'text/plain' }, pieces };
    },
  },
  unknownFinish: {
    kinds: [],
    respond: (request) => writeReply(request, { text: 'done', rawFinish: 'brand_new_reason' }),
  },
} as const satisfies Record<string, WireFault>;

/** A stream whose events are wrong. */
export const streamFaults = {
  wholeBodyAsStream: {
    kinds: ['malformed_reply', 'truncated_stream'],
    mayAnswer: true,
    requests: 'streamed',
    respond: (request) => rightResponse({ ...request, stream: false }),
  },
  malformedFirstLine: {
    kinds: ['malformed_reply'],
    requests: 'streamed',
    respond: (request) => malformed(request, () => 0),
  },
  malformedLine: {
    kinds: ['malformed_reply'],
    requests: 'streamed',
    respond: (request) => malformed(request, (count) => Math.floor(count / 2)),
  },
  /** Without the names of its events, or with names that nobody knows. */
  unnamedEvents: {
    kinds: ['truncated_stream', 'malformed_reply'],
    mayAnswer: true,
    requests: 'streamed',
    respond: (request) => {
      const right = rightResponse(request);
      return { ...right, pieces: right.pieces.map((frame) => frame.replace(/^event: .*\n/, '')) };
    },
  },
  unknownEvents: {
    kinds: ['truncated_stream', 'malformed_reply'],
    mayAnswer: true,
    requests: 'streamed',
    respond: (request) => {
      const right = rightResponse(request);
      const unknown = 'event: brand_new\ndata: {"type":"brand_new","choices":[]}\n\n';
      return { ...right, pieces: right.pieces.flatMap((frame) => [frame, unknown]) };
    },
  },
  errorEvent: {
    kinds: ['transient'],
    requests: 'streamed',
    respond: (request) => ({
      ...firstPart(request, 'end'),
      pieces: [...firstPart(request, 'end').pieces, errorEvent(request)],
    }),
  },
  errorEventFirst: {
    kinds: ['transient'],
    requests: 'streamed',
    respond: (request) => ({ ...rightResponse(request), pieces: [errorEvent(request)] }),
  },
} as const satisfies Record<string, WireFault>;

function errorEvent({ api }: WireRequest): string {
  const name = api === 'chat' ? '' : 'event: error\n';
  return `${name}data: ${JSON.stringify(errorBody(api, overloaded))}\n\n`;
}

/** One of the events, by its place among so many, is no JSON. */
function malformed(request: WireRequest, placeOf: (count: number) => number): RawResponse {
  const right = rightResponse(request);
  const place = placeOf(right.pieces.length);
  const pieces = right.pieces.map((frame, index) =>
    index === place ? frame.replace('data: {', 'data: {{') : frame,
  );
  return { ...right, pieces };
}
