// Runs the adapters for other frameworks and protocols against those: what integration/package-lock.json says is installed in
// a temporary folder, the packages of this repository come from their tarballs, the tests are compiled against the types of
// both, and each is run. One line a framework.
//   npm run check:integration
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { attempt, environmentWithoutNpmSettings, run, temporaryFolder } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { packPackages } from './lib/tarballs.mjs';
import { readWorkspace, SCOPE, workspaceClosure, workspaceRoot } from './lib/workspace.mjs';

/** What the tests import; each brings the packages that it depends on. */
const PACKAGES = ['loop-detector', 'providers', 'react-loop', 'tool-registry'];

const folder = temporaryFolder('integration');
const project = path.join(folder, 'integration');
const problems = [];

await install();
const tests = readdirSync(project).filter((file) => file.endsWith('.test.ts'));
const typescript = path.join(workspaceRoot, 'node_modules/typescript7/bin/tsc');
const compiled = await attempt(process.execPath, [typescript, '-p', project]);
if (compiled.code !== 0) problems.push(compiled.stdout);
for (const test of tests) {
  // The report of the tests goes to standard error, so that standard output holds the one line of the framework.
  const reporter = ['--test-reporter=spec', '--test-reporter-destination=stderr'];
  const { code, stdout, stderr } = await attempt(process.execPath, [...reporter, test], {
    cwd: project,
  });
  if (code === 0) console.log(stdout.trim());
  else problems.push(`${test}:\n${stderr}`);
}
reportProblems(problems, `${tests.length} files of tests, with the types of what they test.`);

async function install() {
  cpSync(path.join(workspaceRoot, 'integration'), project, {
    recursive: true,
    filter: (source) => path.basename(source) !== 'node_modules',
  });
  const workspace = readWorkspace();
  const closure = new Set();
  for (const name of PACKAGES) workspaceClosure(workspace, SCOPE + name, closure);
  const tarballs = await packPackages(
    workspace.filter(({ name }) => closure.has(name)),
    folder,
  );
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const inProject = { cwd: project, env: environmentWithoutNpmSettings() };
  await run('npm', ['ci', ...options], inProject);
  await run('npm', ['install', '--no-save', ...options, ...tarballs.values()], inProject);
}
