import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { RawResponse } from './wire-types.ts';

/** Writes a response until it ends, or the client has gone. */
export async function deliver(response: ServerResponse, raw: RawResponse): Promise<void> {
  const { socket } = response;
  if (socket === null) return;
  if (raw.head !== 'none') {
    response.writeHead(raw.status, raw.headers);
    response.flushHeaders();
  }
  const target = raw.head === 'none' ? socket : response;
  for (const piece of raw.pieces) {
    if (socket.destroyed) return;
    await new Promise<void>((written) => target.write(piece, () => written()));
    if (raw.pauseMs !== undefined) await wait(raw.pauseMs, undefined, { ref: false });
  }
  if (raw.ending === 'stall') return;
  if (raw.ending === 'cut') socket.destroy();
  else target.end();
}
