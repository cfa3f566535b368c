// The programs in examples that need several packages, run where these are installed from tarballs.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisedOutput } from './one-package-examples.mjs';
import { run } from './process.mjs';
import { workspaceRoot } from './workspace.mjs';

/** Copies the programs of an example into a new project and installs these tarballs, and zod, beside them. */
export async function installExample(name, project, tarballs, env) {
  const folder = path.join(workspaceRoot, 'examples', name);
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }\n');
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.mjs'))) {
    copyFileSync(path.join(folder, file), path.join(project, file));
  }
  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, 'zod@4', ...tarballs], { cwd: project, env });
}

/** The attack of examples/documents must come as far as its last lines say, and no further. */
export async function tryDocumentsExample(project, tarballs, env) {
  await installExample('documents', project, tarballs, env);
  const expected = promisedOutput(readFileSync(path.join(project, 'attack.mjs'), 'utf8'));
  const printed = await run(process.execPath, ['attack.mjs'], { cwd: project });
  if (printed !== expected)
    throw new Error(`attack.mjs promises\n${expected}but prints\n${printed}`);
}
