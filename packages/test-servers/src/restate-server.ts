import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { restateConfiguration } from './restate-configuration.ts';
import { hasEnded, holdServer, type TestServer } from './server-process.ts';

const readyWithinMs = 60_000;
const queryableWithinMs = 10_000;
const askAgainMs = 20;

/** A Restate server of its own on loopback. */
export type RestateServer = TestServer & {
  /** Where handlers are called: `http://127.0.0.1:PORT`. */
  readonly ingress: string;
  readonly admin: string;
  /** Tells the server where services are. The same address again takes the place of what was there. */
  register(uri: string): Promise<void>;
  /** The rows of a SQL query over the tables of the server, such as `sys_invocation`. */
  query<Row = Record<string, unknown>>(sql: string): Promise<Row[]>;
};

/**
 * Starts the program over a folder, which is made if need be, and waits until it is healthy.
 *
 * @param options.settings Environment variables, which go before the configuration: `RESTATE_SECTION__KEY`.
 */
export async function startRestateServer(options: {
  program: string;
  folder: string;
  settings?: Record<string, string>;
}): Promise<RestateServer> {
  const { program, settings } = options;
  const folder = path.resolve(options.folder);
  await mkdir(folder, { recursive: true });
  const ports = { node: await freePort(), admin: await freePort(), ingress: await freePort() };
  const ingress = `http://127.0.0.1:${ports.ingress}`;
  const admin = `http://127.0.0.1:${ports.admin}`;
  const configuration = path.join(folder, 'restate.toml');
  await writeFile(configuration, restateConfiguration(folder, ports));

  const launch = async () => {
    const logFile = path.join(folder, 'restate.log');
    const log = openSync(logFile, 'a');
    const child = spawn(program, ['--no-logo', '--config-file', configuration], {
      cwd: folder,
      env: { ...process.env, ...settings },
      stdio: ['ignore', log, log],
    });
    let failure = '';
    child.on('error', (error) => {
      failure = error.message;
    });
    const isReady = await untilHealthy(child, [`${ingress}/restate/health`, `${admin}/health`]);
    if (isReady) return child;
    child.kill('SIGKILL');
    throw new Error(`${program} is not ready: ${failure}\n${await readFile(logFile, 'utf8')}`);
  };
  const server = holdServer(folder, launch);
  await server.start();
  return {
    ...server,
    ingress,
    admin,
    async register(uri) {
      await post(`${admin}/deployments`, { uri, force: true });
    },
    async query<Row>(sql: string) {
      const endsAt = performance.now() + queryableWithinMs;
      for (;;) {
        try {
          const { rows } = (await post(`${admin}/query`, { query: sql })) as { rows: Row[] };
          return rows;
        } catch (error) {
          // After a kill it calls itself healthy before each of its partitions has somebody to ask.
          if (performance.now() > endsAt) throw error;
          await wait(askAgainMs);
        }
      }
    },
  };
}

async function untilHealthy(child: ChildProcess, addresses: readonly string[]): Promise<boolean> {
  const endsAt = performance.now() + readyWithinMs;
  for (const address of addresses) {
    for (;;) {
      const response = await fetch(address).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) break;
      if (child.pid === undefined || hasEnded(child) || performance.now() > endsAt) return false;
      await wait(askAgainMs);
    }
  }
  return true;
}

async function post(address: string, body: unknown): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new Error(`${address} answered ${response.status}: ${text}`);
}
