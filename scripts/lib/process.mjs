// Child processes and temporary folders that are gone when the script ends, however it ends.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const cleanUps = [];
process.on('exit', () => {
  for (const cleanUp of cleanUps.reverse()) cleanUp();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

export function temporaryFolder(name) {
  const folder = mkdtempSync(path.join(tmpdir(), `loopwright-${name}-`));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Starts a process that goes on in the background. It is stopped by its pid when the script ends. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  cleanUps.push(() => {
    if (child.exitCode === null) child.kill('SIGTERM');
  });
  return child;
}

/** Runs a command to its end and gives its exit code and output, whatever the code. */
export function attempt(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, options);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs a command that must succeed and gives its standard output; its whole output is the error. */
export async function run(command, args, options = {}) {
  const { code, stdout, stderr } = await attempt(command, args, options);
  if (code === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}

/**
 * The environment without the settings that a surrounding `npm run` or `pnpm run` exports, so that a child
 * reads its registry and options from the files that it is given.
 */
export function environmentWithoutNpmSettings(additions = {}) {
  const entries = Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name));
  return { ...Object.fromEntries(entries), ...additions };
}
