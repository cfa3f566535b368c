// Looks at runs in Chromium: what viewer-tests/package-lock.json says is installed in a temporary folder, the packages of this
// repository come from their tarballs, and the page, the live page and Mermaid text are tried with runs of every kind and with
// the traces of the demo.
//   npm run check:viewer
//   SCREENSHOTS=FOLDER npm run check:viewer        also keeps pictures of three runs
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { findChromium, howToInstallChromium } from './lib/chromium.mjs';
import { attempt, environmentWithoutNpmSettings, run, temporaryFolder } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { packPackages } from './lib/tarballs.mjs';
import { readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const chromium = findChromium();
if (chromium !== undefined) await check();
else if (process.env.CI === 'true') reportProblems(['No Chromium found, and CI skips nothing.']);
else console.log(`skipped: no Chromium found; ${howToInstallChromium}`);

async function check() {
  const folder = temporaryFolder('viewer');
  const project = path.join(folder, 'viewer-tests');
  const packages = readWorkspace().filter(({ isPublic }) => isPublic);
  await install(project, await packPackages(packages, folder));
  const traces = await traceDemo(path.join(folder, 'traces'));
  const pictures = process.env.SCREENSHOTS;
  const { code, stdout, stderr } = await attempt(
    process.execPath,
    ['check.mjs', chromium, traces],
    {
      cwd: project,
      env: {
        ...process.env,
        ...(pictures ? { SCREENSHOTS: path.resolve(workspaceRoot, pictures) } : {}),
      },
    },
  );
  if (code === 0) console.log(stdout.trimEnd());
  reportProblems(code === 0 ? [] : [stdout + stderr], 'Runs can be looked at.');
}

async function install(project, tarballs) {
  cpSync(path.join(workspaceRoot, 'viewer-tests'), project, {
    recursive: true,
    filter: (source) => path.basename(source) !== 'node_modules',
  });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const inProject = { cwd: project, env: environmentWithoutNpmSettings() };
  await run('npm', ['ci', ...options], inProject);
  await run('npm', ['install', '--no-save', ...options, ...tarballs.values()], inProject);
}

/** A folder with the run log of every scenario. */
async function traceDemo(traces) {
  mkdirSync(traces);
  const program = path.join(workspaceRoot, 'apps/demo/src/main.ts');
  const options = ['--scenario', 'all', '--trace', path.join(traces, 'demo.jsonl')];
  await run(process.execPath, ['--conditions=@loopwright/source', program, ...options]);
  return traces;
}
