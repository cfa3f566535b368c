// What a bundler makes of an import: esbuild, minified, for browsers; and the same after gzip.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { browserSpecifiers } from '../../scripts/lib/workspace.mjs';
import { benchmarksFolder, sourceCondition } from './child.mjs';

const loopImports = `
export { runReact } from '@loopwright/react-loop';
export { createToolRegistry, defineTool } from '@loopwright/tool-registry';
`;

/** The import that a program with a tool loop needs. */
export async function measureLoopBundles(options) {
  return {
    react: await bundle(loopImports, options),
    ai: await bundle(`export { generateText } from 'ai';`, options),
  };
}

/** Every entry for browsers of every public package: its own code, and with all that it imports. */
export async function measurePackages(packages, options) {
  const results = [];
  for (const specifier of packages.flatMap(({ manifest }) => browserSpecifiers(manifest))) {
    const code = `export * from '${specifier}';`;
    const own = await bundle(code, { ...options, only: specifier });
    results.push({ specifier, own, whole: await bundle(code, options) });
  }
  return results;
}

async function bundle(contents, { source, only }) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: benchmarksFolder, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: source ? [sourceCondition] : [],
    plugins: only ? [everythingElseIsExternal(only)] : [],
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const [{ contents: code }] = outputFiles;
  const hasZod = Object.keys(metafile.inputs).some((file) => file.includes('node_modules/zod/'));
  return { bytes: code.length, gzipBytes: gzipSync(code, { level: 9 }).length, hasZod };
}

function everythingElseIsExternal(specifier) {
  return {
    name: 'everything-else-is-external',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) =>
        path === specifier ? undefined : { path, external: true },
      );
    },
  };
}
