// The server of mcp-server.ts over streamable HTTP on a free port of the loopback interface.
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { createServer } from './mcp-server.ts';

/** Starts it; `close` also ends the connections that are open. */
export async function listen(): Promise<{ url: URL; close: () => Promise<void> }> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? undefined : JSON.parse(text);
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known === undefined && !isInitializeRequest(body)) {
      response.writeHead(404).end();
      return;
    }
    await (known ?? (await open())).handleRequest(request, response, body);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
  const open = async () => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    // Its callbacks may be undefined, which the type of the transport that `connect` takes does not say.
    await createServer(() => void close()).connect(
      transport as Parameters<ReturnType<typeof createServer>['connect']>[0],
    );
    return transport;
  };
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), close };
}
