// The server of Restate, for tests: restate-server/README.md says under which licence.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentWithoutNpmSettings, run, temporaryFolder } from './process.mjs';
import { workspaceRoot } from './workspace.mjs';

const source = path.join(workspaceRoot, 'restate-server');
const program = `node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`;

/** Path of the program: what RESTATE_SERVER names, or what is installed once for each lockfile, under the temporary folder. */
export async function restateServer() {
  if (process.env.RESTATE_SERVER) return process.env.RESTATE_SERVER;
  const lockfile = readFileSync(path.join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lockfile).digest('hex').slice(0, 16);
  const kept = path.join(tmpdir(), `loopwright-restate-server-${version}`);
  if (!existsSync(path.join(kept, program))) await install(kept);
  return path.join(kept, program);
}

async function install(kept) {
  const folder = path.join(temporaryFolder('restate-server'), 'installed');
  cpSync(source, folder, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  });
  // No scripts: none is needed, and none may tell anybody of the install.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['ci', ...options], { cwd: folder, env: environmentWithoutNpmSettings() });
  if (!existsSync(path.join(folder, program))) {
    throw new Error(`There is no Restate server for ${process.platform} ${process.arch}`);
  }
  try {
    renameSync(folder, kept);
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(path.join(kept, program))) throw error;
  }
}
