import { defineConfig } from 'tsup';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/conformance.ts',
    'src/open-store.ts',
    'src/sqlite.ts',
    'src/redis.ts',
    'src/restate.ts',
    'src/checkpoints.ts',
    'src/cli.ts',
  ],
  format: ['esm'],
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'node22',
});
