// A copy of the working tree with a git history of its own, in which releases can be rehearsed.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run, temporaryFolder } from './process.mjs';
import { workspaceRoot } from './workspace.mjs';

/** Copies what git tracks and what it does not ignore, installs the dependencies and commits. */
export async function makeRehearsalClone(env) {
  const clone = temporaryFolder('release');
  const list = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: workspaceRoot,
  });
  for (const file of list
    .split('\0')
    .filter((name) => existsSync(path.join(workspaceRoot, name)))) {
    if (file === '') continue;
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    cpSync(path.join(workspaceRoot, file), path.join(clone, file));
  }
  await run('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: clone });
  await run('git', ['config', 'user.name', 'Release rehearsal'], { cwd: clone });
  await run('git', ['config', 'user.email', 'rehearsal@example.invalid'], { cwd: clone });
  await commitAll(clone, 'Working tree');
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: clone, env });
  return clone;
}

export async function commitAll(clone, message) {
  await run('git', ['add', '--all'], { cwd: clone });
  await run('git', ['commit', '--quiet', '--message', message], { cwd: clone });
}

export function addChangeset(clone, name, bump) {
  const text = `---\n"${name}": ${bump}\n---\n\nRehearsed change.\n`;
  writeFileSync(path.join(clone, '.changeset/rehearsal.md'), text);
}
