// Runs the command line of the viewer from sources; the page that it fills is built first where it is not there or older
// than what it is made of.
//   npm run viewer -- run.jsonl --html run.html
import { statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './lib/files.mjs';
import { run, start } from './lib/process.mjs';
import { workspaceRoot } from './lib/workspace.mjs';

const directory = path.join(workspaceRoot, 'packages/run-viewer');
const page = path.join(directory, 'dist/page.html');
const sources = ['page', 'src'].flatMap((folder) =>
  listFiles(path.join(directory, folder), () => true),
);

if (sources.some((file) => changedAt(file) > changedAt(page))) {
  console.error('Building the page, which takes a few seconds …');
  await run('pnpm', ['run', '--silent', 'build:page'], { cwd: directory });
}
const program = path.join(directory, 'src/cli.ts');
const child = start(
  process.execPath,
  ['--conditions=@loopwright/source', program, ...process.argv.slice(2)],
  { cwd: workspaceRoot, stdio: 'inherit' },
);
// Ctrl-C reaches the viewer as well, which ends by itself.
process.removeAllListeners('SIGINT').on('SIGINT', () => {});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
