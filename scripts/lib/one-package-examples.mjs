// The programs in examples/one-package: each uses one package and ends with a comment that says what it prints.
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './process.mjs';
import { workspaceRoot } from './workspace.mjs';

const folder = path.join(workspaceRoot, 'examples/one-package');
const extension = '.mjs';
const heading = '\n// Output:\n';

/** The names, without the scope, of the packages that have an example. */
export function examplePackages() {
  return readdirSync(folder)
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length));
}

/** Runs the example of a package, if there is one, where the package is installed; throws when it prints anything else. */
export async function runExample(shortName, project, node) {
  const file = `${shortName}${extension}`;
  if (!existsSync(path.join(folder, file))) return;
  copyFileSync(path.join(folder, file), path.join(project, file));
  const expected = promisedOutput(readFileSync(path.join(folder, file), 'utf8'));
  const printed = await run(node, [file], { cwd: project });
  if (printed === expected) return;
  throw new Error(`examples/one-package/${file} promises\n${expected}but prints\n${printed}`);
}

/** What the comment at the end of a program says it prints. */
export function promisedOutput(program) {
  const at = program.lastIndexOf(heading);
  if (at === -1) return '';
  return program.slice(at + heading.length).replaceAll(/^\/\/ ?/gm, '');
}
