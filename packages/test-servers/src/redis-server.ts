import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { holdServer, type TestServer } from './server-process.ts';

/** From the Debian package of the same name. */
export const redisProgram = 'redis-server';

/** A Redis of its own on loopback, with its append-only file in a temporary folder. */
export type RedisServer = TestServer & {
  readonly port: number;
  /** As `openStore` takes it. */
  readonly address: string;
};

/** Starts one and waits until it takes connections. In a cluster it is a node that has no slots yet. */
export async function startRedisServer({ inCluster = false } = {}): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loopwright-redis-'));
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    'protected-mode': 'yes',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    daemonize: 'no',
    ...(inCluster
      ? {
          'cluster-enabled': 'yes',
          'cluster-port': String(await freePort()),
          'cluster-announce-ip': '127.0.0.1',
        }
      : {}),
  };
  const server = holdServer(folder, () => launch(folder, settings));
  await server.start();
  return { ...server, port, address: `redis://127.0.0.1:${port}` };
}

/** Resolves once the server accepts connections. */
async function launch(folder: string, settings: Record<string, string>): Promise<ChildProcess> {
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(redisProgram, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const log: string[] = [];
  child.on('error', (error) => log.push(error.message));
  for await (const line of createInterface({ input: child.stdout })) {
    log.push(line);
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume();
      return child;
    }
  }
  throw new Error(`${redisProgram} ended before it was ready:\n${log.join('\n')}`);
}
