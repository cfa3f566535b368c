import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/json-schema.ts', 'src/mcp.ts'],
  format: ['esm'],
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'node22',
});
