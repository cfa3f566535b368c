// Runs telemetry against the real SDKs of OpenTelemetry: for each set-up in telemetry-tests, what its package-lock.json says
// is installed in a temporary folder, the packages of this repository come from their tarballs, the tests are compiled
// against the types of both, and run. One line a set-up.
//   npm run check:telemetry
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { attempt, environmentWithoutNpmSettings, run, temporaryFolder } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { packPackages } from './lib/tarballs.mjs';
import { readWorkspace, SCOPE, workspaceClosure, workspaceRoot } from './lib/workspace.mjs';

/** What the tests import; each brings the packages that it depends on. */
const PACKAGES = ['telemetry', 'planner', 'providers', 'react-loop', 'reflection'];

const source = path.join(workspaceRoot, 'telemetry-tests');
const typescript = path.join(workspaceRoot, 'node_modules/typescript7/bin/tsc');
const folder = temporaryFolder('telemetry');
const problems = [];

const entries = readdirSync(source, { withFileTypes: true });
const shared = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
const setUps = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
const workspace = readWorkspace();
const closure = new Set();
for (const name of PACKAGES) workspaceClosure(workspace, SCOPE + name, closure);
const tarballs = await packPackages(
  workspace.filter(({ name }) => closure.has(name)),
  folder,
);

for (const setUp of setUps) {
  const project = path.join(folder, setUp);
  await install(setUp, project);
  const compiled = await attempt(process.execPath, [typescript, '-p', project]);
  if (compiled.code !== 0) problems.push(`${setUp}:\n${compiled.stdout}`);
  // The report of the tests goes to standard error, so that standard output holds the one line of the set-up.
  const reporter = ['--test-reporter=spec', '--test-reporter-destination=stderr'];
  const { code, stdout, stderr } = await attempt(
    process.execPath,
    [...reporter, 'telemetry.test.ts'],
    {
      cwd: project,
      env: { ...process.env, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: '' },
    },
  );
  if (code === 0) console.log(stdout.trim());
  else problems.push(`${setUp}:\n${stdout}${stderr}`);
}
reportProblems(problems, `${setUps.length} set-ups, with the types of what they test.`);

async function install(setUp, project) {
  cpSync(path.join(source, setUp), project, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  });
  for (const name of shared) cpSync(path.join(source, name), path.join(project, name));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const inProject = { cwd: project, env: environmentWithoutNpmSettings() };
  await run('npm', ['ci', ...options], inProject);
  await run('npm', ['install', '--no-save', ...options, ...tarballs.values()], inProject);
}
