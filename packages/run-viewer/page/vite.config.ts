import path from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

/** The page in one file, without a run: what `renderHtml` fills. */
export default defineConfig({
  root: import.meta.dirname,
  // Said here, as it would else depend on NODE_ENV, and the page would name its sources.
  oxc: { jsx: { importSource: 'preact', development: false } },
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  resolve: { conditions: ['@loopwright/source', ...defaultClientConditions] },
  build: {
    outDir: path.join(import.meta.dirname, '../dist'),
    // The rest of dist is built by tsup.
    emptyOutDir: false,
    target: 'es2023',
    // The first versions that know light-dark(), which would otherwise be written out.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: { input: path.join(import.meta.dirname, 'page.html') },
  },
});
