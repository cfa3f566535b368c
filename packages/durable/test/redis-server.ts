import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';

const program = 'redis-server';

/** A Redis of its own on loopback, with its append-only file in a temporary folder. */
export type RedisServer = {
  readonly port: number;
  readonly folder: string;
  /** Ends the process, and waits for its end; a `SIGKILL` leaves it no time to write anything. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again over the same folder and port. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
};

/**
 * A group of cases over a real Redis. Where there is no redis-server on PATH, one skipped test says so; with CI set that is
 * a failure. In a cluster it is a node that has no slots yet.
 */
export function describeRedis(
  title: string,
  cases: (server: () => RedisServer) => void,
  { inCluster = false } = {},
): void {
  if (!isOnPath(program)) {
    const skipped = `${title}, skipped: no redis-server on PATH`;
    test.skipIf(!process.env.CI)(skipped, () => {
      expect.fail('There is no redis-server on PATH, and with CI set nothing is skipped');
    });
    // The reporter counts what was skipped, and does not name it.
    process.stderr.write(`${skipped}\n`);
    return;
  }
  describe(title, () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedisServer(inCluster);
      return () => server.remove();
    });
    cases(() => server);
  });
}

async function startRedisServer(inCluster: boolean): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loopwright-redis-'));
  const port = await freePort();
  const clusterSettings = inCluster
    ? {
        'cluster-enabled': 'yes',
        'cluster-port': String(await freePort()),
        'cluster-announce-ip': '127.0.0.1',
      }
    : {};
  let running: ChildProcess | undefined;
  const killNow = () => running?.kill('SIGKILL');
  process.once('exit', killNow);
  const server: RedisServer = {
    port,
    folder,
    async start() {
      running = await startProcess(port, folder, clusterSettings);
    },
    async kill(signal) {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    },
    async remove() {
      await server.kill('SIGKILL');
      process.off('exit', killNow);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** Resolves once the server accepts connections. */
async function startProcess(
  port: number,
  folder: string,
  more: Record<string, string>,
): Promise<ChildProcess> {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    'protected-mode': 'yes',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    daemonize: 'no',
    ...more,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const log: string[] = [];
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    log.push(line);
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume();
      return child;
    }
  }
  throw new Error(`redis-server ended before it was ready:\n${log.join('\n')}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function isOnPath(program: string): boolean {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => folder !== '' && existsSync(path.join(folder, program)));
}
