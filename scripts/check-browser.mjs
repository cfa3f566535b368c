// Runs the packages in Chromium: what browser-tests/package-lock.json says is installed in a temporary folder, the packages
// of this repository come from their tarballs, every entry but the stores for Node is bundled without a built-in module, and the same runs
// give the same events in the browser and in Node.
//   npm run check:browser
import { cpSync } from 'node:fs';
import path from 'node:path';
import { findChromium, howToInstallChromium } from './lib/chromium.mjs';
import { attempt, environmentWithoutNpmSettings, run, temporaryFolder } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { packPackages } from './lib/tarballs.mjs';
import { browserSpecifiers, readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const chromium = findChromium();
if (chromium !== undefined) await check();
else if (process.env.CI === 'true') reportProblems(['No Chromium found, and CI skips nothing.']);
else console.log(`skipped: no Chromium found; ${howToInstallChromium}`);

async function check() {
  const folder = temporaryFolder('browser');
  const project = path.join(folder, 'browser-tests');
  const packages = readWorkspace().filter(({ isPublic }) => isPublic);
  await install(project, await packPackages(packages, folder));
  const entries = packages.flatMap(({ manifest }) => browserSpecifiers(manifest));
  const { code, stdout, stderr } = await attempt(
    process.execPath,
    ['check.mjs', chromium, ...entries],
    { cwd: project },
  );
  if (code === 0) console.log(stdout.trimEnd());
  reportProblems(code === 0 ? [] : [stdout + stderr], `${entries.length} entries run in browsers.`);
}

async function install(project, tarballs) {
  cpSync(path.join(workspaceRoot, 'browser-tests'), project, {
    recursive: true,
    filter: (source) => path.basename(source) !== 'node_modules',
  });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const inProject = { cwd: project, env: environmentWithoutNpmSettings() };
  await run('npm', ['ci', ...options], inProject);
  await run('npm', ['install', '--no-save', ...options, ...tarballs.values()], inProject);
}
