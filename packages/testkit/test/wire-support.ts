import { startWireServer, type WireServerOptions } from '../src/wire/index.ts';

/** Starts a server for one test and closes it behind the test. */
export async function withServer<Result>(
  options: WireServerOptions,
  use: (server: Awaited<ReturnType<typeof startWireServer>>) => Promise<Result>,
): Promise<Result> {
  const server = await startWireServer(options);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** Sends a body without any client library. */
export async function post(
  url: string,
  path: '/v1/chat/completions' | '/v1/messages',
  body: unknown,
): Promise<{ status: number; headers: Headers; text: string; json: () => unknown }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer test',
      'content-type': 'application/json',
      'anthropic-version': '2026-10-21',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}

/** The data of a stream of events, without the end mark of chat completions. */
export function eventsOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}
