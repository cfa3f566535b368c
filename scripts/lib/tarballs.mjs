// Packs workspace packages as they would be published.
import path from 'node:path';
import { environmentWithoutNpmSettings, run } from './process.mjs';
import { workspaceRoot } from './workspace.mjs';

/** Builds the workspace and packs these packages into a folder. Gives the file of each by the name of its package. */
export async function packPackages(packages, folder) {
  await run('pnpm', ['run', '--silent', 'build'], { cwd: workspaceRoot });
  const tarballs = new Map();
  for (const { name, directory } of packages) {
    const output = await run('pnpm', ['pack', '--json', '--pack-destination', folder], {
      cwd: directory,
      env: environmentWithoutNpmSettings(),
    });
    tarballs.set(name, path.resolve(directory, JSON.parse(output).filename));
  }
  return tarballs;
}
