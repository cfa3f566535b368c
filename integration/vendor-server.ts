// A server on loopback that gives what it is handed, and keeps what it was sent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server answers. The chunks are written one after the other, and then the response ends. */
export type Reply = {
  readonly type: string;
  readonly chunks: readonly (string | Buffer)[];
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

type Body = { readonly [name: string]: unknown };

/** Starts a server that gives one reply after the other. */
export async function startVendorServer(...replies: readonly Reply[]) {
  const sent: Body[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    sent.push(JSON.parse(text));
    const { type, chunks, status = 200, headers = {} } = replies[sent.length - 1]!;
    response.writeHead(status, { 'content-type': type, ...headers });
    for (const chunk of chunks) response.write(chunk);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
