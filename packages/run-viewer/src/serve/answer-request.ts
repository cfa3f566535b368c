import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a request gets from the server of a run. */
export type Routes = {
  /** Without this path nothing answers: whoever cannot read the address cannot read the run. */
  readonly base: string;
  /** Names under which the server may be asked. */
  readonly hosts: readonly string[];
  readonly page: () => string;
  readonly listen: (request: IncomingMessage, response: ServerResponse) => void;
};

/** Nothing is kept, framed or told to other origins. */
const safeHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * Answers one request. A name that is not this server's own is refused with 421: a page elsewhere whose name was made to
 * point here must not read the run.
 */
export function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { base, hosts, page, listen }: Routes,
): void {
  for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value);
  const [path] = (request.url ?? '').split('?', 1);
  if (!hosts.includes(request.headers.host ?? '')) {
    refuse(response, 421, 'This server is not the one that was asked for.');
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    refuse(response, 405, 'Only GET and HEAD are answered.');
  } else if (path === base) {
    answer(response, 'text/html; charset=utf-8', request.method === 'HEAD' ? '' : page());
  } else if (path === `${base}events`) {
    if (request.method === 'HEAD') answer(response, 'text/event-stream', '');
    else listen(request, response);
  } else {
    refuse(response, 404, 'There is nothing here; the address of the run has a secret part.');
  }
}

/** The names of a server of this machine. A browser leaves out the port 80. */
export function hostsAt(port: number): string[] {
  return ['127.0.0.1', 'localhost'].flatMap((name) =>
    port === 80 ? [name, `${name}:${port}`] : [`${name}:${port}`],
  );
}

/** Answers with a status that is no success. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  answer(response, 'text/plain; charset=utf-8', `${text}\n`);
}

function answer(response: ServerResponse, type: string, body: string): void {
  response.setHeader('content-type', type);
  response.end(body);
}
