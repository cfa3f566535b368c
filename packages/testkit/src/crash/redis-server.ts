import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** From the Debian package of the same name. */
const program = 'redis-server';

/** A Redis server of our own. */
export type RedisServer = { address: string; stop(): Promise<void> };

/** Starts `redis-server` on a free port of loopback, with an append-only file in a folder. */
export async function startRedis(folder: string): Promise<RedisServer> {
  const port = await freePort();
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes', '--dir', folder];
  const server = spawn(program, ['--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`${program} ended: ${said}`)));
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ready to accept connections')) resolve();
    });
  });
  return {
    address: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
