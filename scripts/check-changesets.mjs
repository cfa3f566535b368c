// Checks that a change in the published files of a package brings a changeset: compared with the merge base of
// origin/main, on main itself with the commit before. A package that was never released (version 0.0.0) needs a
// pending changeset for its first release.
//   node scripts/check-changesets.mjs
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findChangesetProblems, packagesOfChangeset } from './lib/changesets.mjs';
import { attempt, run } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const git = async (...args) => (await run('git', args, { cwd: workspaceRoot })).trim();
const base = await findBase();
const changedFiles = new Set([
  ...lines(base ? await git('diff', '--name-only', base) : ''),
  ...lines(await git('ls-files', '--others', '--exclude-standard')),
]);

const packages = [];
for (const entry of readWorkspace().filter((each) => each.isPublic)) {
  const publishedFiles = [`${entry.folder}/src/`, `${entry.folder}/package.json`];
  const { version } = entry.manifest;
  packages.push({
    ...entry,
    changed: [...changedFiles].some((file) => publishedFiles.some((each) => file.startsWith(each))),
    versionChanged: version !== (await versionAtBase(`${entry.folder}/package.json`)),
    unreleased: version === '0.0.0',
  });
}
const changesets = readdirSync(path.join(workspaceRoot, '.changeset'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => {
    const file = `.changeset/${name}`;
    const text = readFileSync(path.join(workspaceRoot, file), 'utf8');
    return { file, isNew: changedFiles.has(file), packages: packagesOfChangeset(text) };
  });

reportProblems(
  findChangesetProblems(packages, changesets),
  `${changesets.length} changesets cover what changed since ${base ? base.slice(0, 7) : 'the start'}.`,
);

async function findBase() {
  const head = await commit('HEAD');
  const mergeBase = await attempt('git', ['merge-base', 'HEAD', 'origin/main'], {
    cwd: workspaceRoot,
  });
  const shared = mergeBase.code === 0 ? mergeBase.stdout.trim() : undefined;
  return shared && shared !== head ? shared : commit('HEAD~1');
}

async function commit(revision) {
  const result = await attempt('git', ['rev-parse', '--verify', '--quiet', revision], {
    cwd: workspaceRoot,
  });
  return result.code === 0 ? result.stdout.trim() : undefined;
}

async function versionAtBase(manifestFile) {
  if (!base) return undefined;
  const result = await attempt('git', ['show', `${base}:${manifestFile}`], { cwd: workspaceRoot });
  return result.code === 0 ? JSON.parse(result.stdout).version : undefined;
}

function lines(text) {
  return text.split('\n').filter((line) => line !== '');
}
