// Installs every public package alone from its tarball, with only the tarballs of the workspace packages that it
// needs, in an empty project (entries that need an optional peer are loaded once that is there): nothing unexpected comes along, import and require give the same names on every
// export path, the types compile for a user without skipLibCheck, and its program in examples/one-package prints what it
// says. At last the server of examples/server answers a request, and the attack of examples/documents gets nowhere.
//   npm run check:install -- [--node 22,24,26]      default: the Node that runs this
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { allowedArrows } from './allowed-arrows.mjs';
import { compileAgainstTypes, loadBothWays } from './lib/consumer.mjs';
import { tryDocumentsExample } from './lib/example-programs.mjs';
import { expectedThirdParty, installedPackages } from './lib/installed.mjs';
import { examplePackages, runExample } from './lib/one-package-examples.mjs';
import { environmentWithoutNpmSettings, run, temporaryFolder } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { tryServerExample } from './lib/server-example.mjs';
import { packPackages } from './lib/tarballs.mjs';
import { importableSpecifiers, readWorkspace, SCOPE, workspaceClosure } from './lib/workspace.mjs';

const { values } = parseArgs({ options: { node: { type: 'string' } } });
const nodes = await findNodes(values.node?.split(','));
const env = environmentWithoutNpmSettings();
const folder = temporaryFolder('install');
const packages = readWorkspace().filter((entry) => entry.isPublic);
const problems = [];

const tarballs = await packPackages(packages, folder);
for (const entry of packages) {
  try {
    await checkAlone(entry);
  } catch (error) {
    problems.push(`${entry.name}: ${error.message}`);
  }
}
const examples = examplePackages();
for (const example of examples) {
  if (!packages.some(({ shortName }) => shortName === example)) {
    problems.push(`examples/one-package/${example}.mjs: there is no public package of this name.`);
  }
}
const closure = [...workspaceClosure(packages, `${SCOPE}react-loop`)];
const needed = closure.map((name) => tarballs.get(name));
for (const [name, tryExample] of [
  ['server', tryServerExample],
  ['documents', tryDocumentsExample],
]) {
  try {
    await tryExample(path.join(folder, `${name}-example`), needed, env);
  } catch (error) {
    problems.push(`examples/${name}: ${error.message}`);
  }
}
reportProblems(
  problems,
  `${packages.length} packages install alone; ${examples.length} examples print what they say; examples/server answers, examples/documents holds.`,
);

async function checkAlone({ name, shortName, manifest }) {
  const project = path.join(folder, shortName);
  const closure = [...workspaceClosure(packages, name)];
  const { entriesOfPeers = {} } = allowedArrows[shortName];
  const ofPeers = Object.keys(entriesOfPeers).map((entry) => path.posix.join(name, entry));
  const specifiers = importableSpecifiers(manifest).filter((each) => !ofPeers.includes(each));
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }\n');
  // A workspace package that is missing in the closure must not come from anywhere else.
  writeFileSync(
    path.join(project, '.npmrc'),
    `${SCOPE.slice(0, -1)}:registry=http://127.0.0.1:9/\n`,
  );
  const install = (...what) =>
    run(
      'npm',
      ['install', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0', ...what],
      { cwd: project, env },
    );
  await install(...closure.map((each) => tarballs.get(each)));

  const thirdParty = expectedThirdParty(
    closure.map((each) => each.slice(SCOPE.length)),
    allowedArrows,
  );
  const expected = [...closure, ...thirdParty].sort();
  const installed = installedPackages(project)
    .map((each) => each.name)
    .sort();
  if (installed.join() !== expected.join()) {
    throw new Error(`installed ${installed.join(', ')}; expected ${expected.join(', ')}`);
  }

  for (const node of nodes) {
    const { imported, required } = await loadBothWays(node.path, project, specifiers);
    for (const specifier of specifiers) {
      const [names, requiredNames] = [imported[specifier].join(), required[specifier].join()];
      if (names !== requiredNames) {
        throw new Error(
          `Node ${node.version}, ${specifier}: import gives [${names}], require [${requiredNames}]`,
        );
      }
      if (names === '') throw new Error(`Node ${node.version}, ${specifier}: exports nothing`);
    }
    await runExample(shortName, project, node.path);
  }
  await compileAgainstTypes(project, specifiers);
  if (ofPeers.length > 0) {
    const peers = Object.values(entriesOfPeers);
    const range = (peer) => `${peer}@${manifest.peerDependencies[peer]}`;
    await install(...peers.map((peer) => tarballs.get(peer) ?? range(peer)));
    for (const node of nodes) await loadBothWays(node.path, project, ofPeers);
  }
  const others = installed.filter((each) => each !== name);
  console.log(
    `ok ${specifiers.join(' and ')} on Node ${nodes.map(({ version }) => version).join(', ')}; with it came ${others.join(', ') || 'nothing'}`,
  );
}

/** The Node that runs this, or for each wanted major version a Node from the registry. */
async function findNodes(majors) {
  if (majors === undefined) return [{ version: process.versions.node, path: process.execPath }];
  const found = [];
  for (const major of majors) {
    const program =
      'console.log(JSON.stringify({ version: process.versions.node, path: process.execPath }))';
    const output = await run('npx', ['--yes', '-p', `node@${major}`, '--', 'node', '-e', program], {
      cwd: temporaryFolder('node'),
    });
    found.push(JSON.parse(output));
  }
  return found;
}
