import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/cli.ts'],
  format: ['esm'],
  dts: true,
  sourcemap: true,
  // Vite puts the page there.
  clean: ['!page.html'],
  target: 'node22',
});
