// What npm installed in a folder, read from its lock file.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Gives `{name, version, resolved}` for every installed package. */
export function installedPackages(folder) {
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([location]) => location !== '')
    .map(([location, { version, resolved }]) => ({
      name: location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      resolved,
    }));
}

/** The registry packages that may come along with these workspace packages, by the table of arrows. */
export function expectedThirdParty(shortNames, table) {
  return new Set(shortNames.flatMap((name) => table[name].thirdParty));
}
