import { existsSync, readdirSync } from 'node:fs';
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
    projects: folders
      .filter((folder) => existsSync(new URL(`./${folder}/test`, import.meta.url)))
      .map((folder) => ({
        extends: true as const,
        test: { name: folder.split('/')[1]!, root: folder, include: ['test/**/*.test.ts'] },
      })),
  },
});
