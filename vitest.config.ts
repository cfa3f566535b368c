import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const folders = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(new URL(`./${parent}`, import.meta.url)).map((name) => `${parent}/${name}`),
);

export default defineConfig({
  // Workspace packages resolve to their sources, so no test needs a build.
  resolve: { conditions: ['@loopwright/source'] },
  ssr: { resolve: { conditions: ['@loopwright/source'] } },
  test: {
    // No test changes a module or a global, so files can share a worker: that halves the time.
    isolate: false,
    maxWorkers: '100%',
    // No test is about time: a busy machine must not fail one.
    testTimeout: 20_000,
    // Tests that start programs of their own start each of them from the same sources: that halves their time.
    env: { NODE_COMPILE_CACHE: path.join(tmpdir(), 'loopwright-compile-cache') },
    projects: folders
      .filter((folder) => existsSync(new URL(`./${folder}/test`, import.meta.url)))
      .map((folder) => ({
        extends: true as const,
        test: { name: folder.split('/')[1]!, root: folder, include: ['test/**/*.test.ts'] },
      })),
  },
});
