// Gets everything ready that is measured: the dependencies of the benchmarks, and the packages of this repository.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentWithoutNpmSettings, run } from '../../scripts/lib/process.mjs';
import { SCOPE, workspaceRoot } from '../../scripts/lib/workspace.mjs';
import { benchmarksFolder } from './child.mjs';

const modules = path.join(benchmarksFolder, 'node_modules');
const restateSdk = '@restatedev/restate-sdk';

/** With `source` the packages are taken from their sources, without a build. */
export async function prepare(packages, { source }) {
  await installDependencies();
  linkPackages(packages);
  if (source) return;
  console.error('Building the packages');
  await run('pnpm', ['run', '--silent', 'build'], { cwd: workspaceRoot });
}

/** Installs what package-lock.json says, unless that is what is installed. */
async function installDependencies() {
  const lock = readFileSync(path.join(benchmarksFolder, 'package-lock.json'), 'utf8');
  const installedLock = path.join(modules, '.installed-lock.json');
  if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === lock) return;
  console.error('Installing the dependencies of the benchmarks');
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: benchmarksFolder,
    env: environmentWithoutNpmSettings(),
  });
  writeFileSync(installedLock, lock);
}

/** Their own dependencies are found where the packages really are, in the workspace. */
function linkPackages(packages) {
  const scopeFolder = path.join(modules, SCOPE);
  rmSync(scopeFolder, { recursive: true, force: true });
  mkdirSync(scopeFolder, { recursive: true });
  for (const { shortName, directory } of packages) {
    symlinkSync(directory, path.join(scopeFolder, shortName), 'junction');
  }
  linkRestateSdk(packages);
}

/** The copy that the package imports: with another one its promises would be strangers to the engine. */
function linkRestateSdk(packages) {
  const { directory } = packages.find(({ shortName }) => shortName === 'durable');
  const link = path.join(modules, restateSdk);
  rmSync(path.dirname(link), { recursive: true, force: true });
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.join(directory, 'node_modules', restateSdk), link, 'junction');
}
