import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What stands between a server and the worker that it calls: the network, where a test decides what gets through. */
export type Gateway = {
  readonly uri: string;
  /** From now on connections lead to a worker; those that there are stay. */
  leadTo(port: number): void;
  /** Refuses new connections. */
  block(): void;
  /** Breaks all connections of the server. The workers at the other end are not told. */
  cut(): void;
  /** Tells them. */
  hangUp(): void;
  close(): void;
};

export async function openGateway(): Promise<Gateway> {
  let port: number | undefined;
  const ofServer = new Set<Socket>();
  const ofWorkers = new Set<Socket>();
  const cutOff = new Set<Socket>();
  const listener = createServer((socket) => {
    if (port === undefined) {
      socket.resetAndDestroy();
      return;
    }
    const worker = connect(port, '127.0.0.1');
    ofServer.add(socket);
    ofWorkers.add(worker);
    socket.pipe(worker, { end: false });
    worker.pipe(socket, { end: false });
    socket.on('error', () => {});
    worker.on('error', () => {});
    socket.on('close', () => {
      ofServer.delete(socket);
      if (cutOff.has(worker)) worker.resume();
      else worker.destroy();
    });
    worker.on('close', () => {
      ofWorkers.delete(worker);
      cutOff.delete(worker);
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const destroyAll = (sockets: Set<Socket>) => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    uri: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    leadTo(next) {
      port = next;
    },
    block() {
      port = undefined;
    },
    cut() {
      for (const worker of ofWorkers) cutOff.add(worker);
      destroyAll(ofServer);
    },
    hangUp() {
      destroyAll(cutOff);
    },
    close() {
      listener.close();
      destroyAll(ofServer);
      destroyAll(ofWorkers);
    },
  };
}
