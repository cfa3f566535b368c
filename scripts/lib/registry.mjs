// A package registry on this machine's loopback address, for rehearsals.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { environmentWithoutNpmSettings, run, start, temporaryFolder } from './process.mjs';
import { SCOPE, workspaceRoot } from './workspace.mjs';

const VERDACCIO = '6.10.4';
const cache = path.join(workspaceRoot, 'node_modules/.cache/loopwright-verdaccio');

/**
 * Starts verdaccio on a free port. Packages of this repository exist only there; all others are read from the
 * registry that npm is set to. Gives `{url, env, versionsOf, stop}`, `env` being for npm and pnpm.
 */
export async function startRegistry() {
  await installVerdaccio();
  const folder = temporaryFolder('registry');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const upstream = (await run('npm', ['config', 'get', 'registry'])).trim();
  const everyone = { access: '$all', publish: '$all' };
  const config = {
    storage: path.join(folder, 'storage'),
    auth: { htpasswd: { file: path.join(folder, 'htpasswd'), max_users: -1 } },
    uplinks: { upstream: { url: upstream } },
    packages: { [`${SCOPE}*`]: everyone, '**': { access: '$all', proxy: 'upstream' } },
    log: { type: 'stdout', level: 'warn' },
  };
  // JSON is YAML too.
  writeFileSync(path.join(folder, 'config.yaml'), JSON.stringify(config));
  const userConfig = path.join(folder, 'npmrc');
  writeFileSync(userConfig, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`);

  const program = path.join(cache, 'node_modules/verdaccio/bin/verdaccio');
  const child = start(
    process.execPath,
    [program, '--config', path.join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`],
    { cwd: folder },
  );
  let log = '';
  child.stdout.on('data', (text) => {
    log += text;
  });
  child.stderr.on('data', (text) => {
    log += text;
  });
  await waitUntilReady(`${url}-/ping`, child, () => log);

  return {
    url,
    env: environmentWithoutNpmSettings({ NPM_CONFIG_USERCONFIG: userConfig }),
    async manifestOf(name) {
      const response = await fetch(`${url}${encodeURIComponent(name)}`);
      return response.ok ? await response.json() : { versions: {}, 'dist-tags': {} };
    },
    stop: () => stop(child),
  };
}

async function installVerdaccio() {
  if (existsSync(path.join(cache, `installed-${VERDACCIO}`))) return;
  mkdirSync(cache, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { verdaccio: VERDACCIO },
    // A dependency asks for the tag node-fetch@cjs, which not every registry serves.
    overrides: { 'node-fetch': '2.7.0' },
  };
  writeFileSync(path.join(cache, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: cache,
    env: environmentWithoutNpmSettings(),
  });
  writeFileSync(path.join(cache, `installed-${VERDACCIO}`), '');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function waitUntilReady(url, child, readLog) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await wait(200);
  }
  throw new Error(`The registry did not start:\n${readLog()}`);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const timeout = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await closed;
  clearTimeout(timeout);
}
