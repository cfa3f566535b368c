import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';

export type Ended = { status: number | null; stdout: string; stderr: string };

type DemoOptions = { cwd: string; env?: NodeJS.ProcessEnv; program?: string };

/**
 * Runs a program of the demo in a folder of its own, with these variables and none of a provider from outside: no key
 * of whoever runs the tests is used. The process of the test goes on, so that a server in it can answer.
 */
export function runDemo(args: readonly string[], options: DemoOptions): Promise<Ended> {
  return startDemo(args, options).ended;
}

/** The same, and the process meanwhile. */
export function startDemo(args: readonly string[], options: DemoOptions) {
  const { cwd, env = {}, program = '../src/main.ts' } = options;
  const file = fileURLToPath(new URL(program, import.meta.url));
  const { PATH, HOME, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--conditions=@loopwright/source', file, ...args], {
    cwd,
    env: { PATH, HOME, SystemRoot, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
  return { child, ended };
}

/** A new folder for each test. */
export function useFolder(): { readonly path: string; file(name: string): string } {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'loopwright-demo-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return {
    get path() {
      return folder;
    },
    file: (name) => path.join(folder, name),
  };
}
