// What the workspace consists of: one entry for every package under packages/ and apps/.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const SCOPE = '@loopwright/';

export const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Reads every package.json of the workspace at `root`. An entry holds the full name, the name without
 * the scope, the folder relative to the root, and the parsed package.json.
 */
export function readWorkspace(root = workspaceRoot) {
  const packages = [];
  for (const parent of ['packages', 'apps']) {
    if (!existsSync(path.join(root, parent))) continue;
    for (const folderName of readdirSync(path.join(root, parent)).sort()) {
      const folder = `${parent}/${folderName}`;
      const manifestFile = path.join(root, folder, 'package.json');
      if (!existsSync(manifestFile)) continue;
      const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
      packages.push({
        name: manifest.name,
        shortName: manifest.name.replace(SCOPE, ''),
        folder,
        directory: path.join(root, folder),
        manifest,
        isPublic: manifest.private !== true,
      });
    }
  }
  return packages;
}

/** The names of `name` itself and of every workspace package that it depends on, directly or not. */
export function workspaceClosure(packages, name, found = new Set()) {
  const entry = packages.find((each) => each.name === name);
  if (entry && !found.has(name)) {
    found.add(name);
    for (const dependency of Object.keys(entry.manifest.dependencies ?? {})) {
      workspaceClosure(packages, dependency, found);
    }
  }
  return found;
}

/** A file on a disk, a connection to a server and a server are no business of a page. */
const nodeOnly = [
  ...['sqlite', 'redis', 'restate', 'open-store', 'checkpoints'].map(
    (entry) => `@loopwright/durable/${entry}`,
  ),
  '@loopwright/run-viewer',
];

/** Those of the specifiers of a package that run in browsers, too. */
export function browserSpecifiers(manifest) {
  return importableSpecifiers(manifest).filter((specifier) => !nodeOnly.includes(specifier));
}

/** The export paths that can be imported, as specifiers: `@loopwright/providers/scripted`. */
export function importableSpecifiers(manifest) {
  return Object.keys(manifest.exports)
    .filter((exportPath) => !exportPath.endsWith('.json'))
    .map((exportPath) => manifest.name + exportPath.slice(1));
}
