import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const page = new URL('../dist/page.html', import.meta.url);

/** Makes the page that is read from dist, unless a build has made it: the tests run from sources. */
export async function makePage(): Promise<void> {
  if (existsSync(page)) return;
  const configFile = fileURLToPath(new URL('../page/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'silent' });
}
