// Rehearses releases from a copy of the working tree against a registry on the loopback address: publishes all packages, then
// releases one at a time and shows that only it and its out-of-range dependents move. Nothing leaves this machine.
//   npm run release:rehearse
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allowedArrows } from './allowed-arrows.mjs';
import { loadBothWays } from './lib/consumer.mjs';
import { expectedThirdParty, installedPackages } from './lib/installed.mjs';
import { environmentWithoutNpmSettings, run, temporaryFolder } from './lib/process.mjs';
import { startRegistry } from './lib/registry.mjs';
import { addChangeset, commitAll, makeRehearsalClone } from './lib/rehearsal-clone.mjs';
import { printTable } from './lib/report.mjs';
import { expectedMoves } from './lib/versions.mjs';
import { readWorkspace, SCOPE, workspaceClosure } from './lib/workspace.mjs';

const FIRST_STABLE = ['agent-run', 'core-parser', 'tool-registry'];

const clone = await makeRehearsalClone(environmentWithoutNpmSettings());
const registry = await startRegistry();
try {
  await releaseEverything();
  await releaseOne('a patch of a stable package moves it alone', 'tool-registry', 'patch');
  await releaseOne('a minor of a stable package moves it alone', 'core-parser', 'minor');
  await releaseOne('a minor of a 0.x package moves its dependents too', 'loop-detector', 'minor');
  await installAsUser(`${SCOPE}react-loop`);
} finally {
  await registry.stop();
}

async function releaseEverything() {
  const before = readWorkspace(clone);
  await release(publicOnly(before).map(({ name }) => name));
  const after = readWorkspace(clone);
  for (const { name, shortName, manifest } of publicOnly(after)) {
    if (versionOf(before, name) === '0.0.0') {
      const expected = FIRST_STABLE.includes(shortName) ? '1.0.0' : '0.1.0';
      assert.equal(manifest.version, expected, `first release of ${name}`);
    }
  }
  assertPrivateUnmoved(before, after);
  await assertPublished(after);
  printMoves('the pending changesets', before, after, () => 'first or pending release');
}

async function releaseOne(title, shortName, bump) {
  const before = readWorkspace(clone);
  const publishedBefore = await publishedVersions(before);
  const moves = expectedMoves(publicOnly(before), SCOPE + shortName, bump);
  addChangeset(clone, SCOPE + shortName, bump);
  await commitAll(clone, `Changeset: ${bump} of ${shortName}`);
  await release([...moves.keys()]);

  const after = readWorkspace(clone);
  const publishedAfter = await publishedVersions(after);
  for (const { name } of publicOnly(after)) {
    const move = moves.get(name);
    const newVersions = publishedAfter[name].filter(
      (each) => !publishedBefore[name].includes(each),
    );
    assert.equal(
      versionOf(after, name),
      move?.version ?? versionOf(before, name),
      `version of ${name}`,
    );
    assert.deepEqual(
      newVersions,
      move ? [move.version] : [],
      `newly published versions of ${name}`,
    );
  }
  assertPrivateUnmoved(before, after);
  await assertPublished(after);
  printMoves(`${title} (${bump} in ${shortName})`, before, after, (name) => moves.get(name).why);
}

/** Turns pending changesets into versions, builds the packages that get one, and publishes them. */
async function release(names) {
  const options = { cwd: clone, env: registry.env };
  await run('pnpm', ['exec', 'changeset', 'version'], options);
  await commitAll(clone, 'Versions');
  const filters = names.map((name) => `--filter=${name}`);
  await run('pnpm', ['exec', 'turbo', 'run', 'build', ...filters], options);
  await run('pnpm', ['exec', 'changeset', 'publish'], options);
}

async function installAsUser(name) {
  const project = path.join(temporaryFolder('user'), 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--no-audit', '--no-fund', name], {
    cwd: project,
    env: { ...registry.env, npm_config_cache: path.join(project, '../cache') },
  });
  const packages = readWorkspace(clone);
  const closure = [...workspaceClosure(packages, name)];
  const installed = installedPackages(project);
  const thirdParty = expectedThirdParty(
    closure.map((each) => each.slice(SCOPE.length)),
    allowedArrows,
  );
  assert.deepEqual(installed.map((each) => each.name).sort(), [...closure, ...thirdParty].sort());
  for (const each of installed.filter((one) => closure.includes(one.name))) {
    assert.equal(each.version, versionOf(packages, each.name), `installed version of ${each.name}`);
  }
  await loadBothWays(process.execPath, project, [name]);
  const list = installed.map((each) => `${each.name}@${each.version}`).join(', ');
  console.log(`npm install ${name} in an empty folder, then import and require: ok\n  ${list}`);
}

/** Every version of the workspace can be had, and no workspace-only notation got out. */
async function assertPublished(packages) {
  for (const { name, manifest } of publicOnly(packages)) {
    const published = (await registry.manifestOf(name)).versions[manifest.version];
    assert.ok(published, `${name}@${manifest.version} is published`);
    const ranges = Object.entries(published.dependencies ?? {});
    for (const [dependency, range] of ranges) {
      assert.doesNotMatch(range, /workspace:|catalog:/, `${name} → ${dependency}`);
    }
  }
}

function assertPrivateUnmoved(before, after) {
  for (const { name, manifest } of before.filter((entry) => !entry.isPublic)) {
    assert.equal(
      versionOf(after, name),
      manifest.version,
      `${name} is private and is not released`,
    );
  }
}

async function publishedVersions(packages) {
  const entries = publicOnly(packages).map(async ({ name }) => [
    name,
    Object.keys((await registry.manifestOf(name)).versions),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

function printMoves(title, before, after, why) {
  const rows = publicOnly(after).map(({ name, manifest }) => {
    const old = versionOf(before, name);
    return [name, old, manifest.version, old === manifest.version ? '–' : why(name)];
  });
  console.log(`${title}:`);
  printTable([
    ['  package', 'before', 'after', 'why'],
    ...rows.map(([name, ...rest]) => [`  ${name}`, ...rest]),
  ]);
  console.log('');
}

function publicOnly(packages) {
  return packages.filter((entry) => entry.isPublic);
}

function versionOf(packages, name) {
  return packages.find((entry) => entry.name === name).manifest.version;
}
