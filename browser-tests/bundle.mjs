// What a bundler makes of an entry for browsers. A built-in module of Node, a package that is not installed and code of
// anybody else than the packages' own dependencies and peers are problems.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Whose code may be in a bundle. */
const ownCode =
  /(?:^|\/)node_modules\/(?:@loopwright|@noble\/hashes|@opentelemetry\/api)\/|^<stdin>$/;

/** Of others, and theirs to answer for: the API of OpenTelemetry asks what there is before it takes a global. */
const peers = ['@opentelemetry/api'];

/** Globals that only Node has. A bundler for browsers leaves them as they are. */
const nodeGlobals = [
  'process',
  'Buffer',
  'global',
  'setImmediate',
  '__dirname',
  '__filename',
  'require',
];

/** Bundles what an entry exports, and gives the code, its sizes in bytes, and what is wrong with it. */
export async function bundleEntry(specifier) {
  const stdin = { contents: `export * from '${specifier}';`, resolveDir: import.meta.dirname };
  const found = await bundle({ stdin });
  if ('problem' in found) return { problems: [`${specifier}: ${found.problem}`] };
  const { code, inputs } = found;
  const foreign = inputs.filter((file) => !ownCode.test(file));
  const problems = foreign.map((file) => `${specifier}: the bundle holds ${file}`);
  const own = await bundle({ stdin, external: peers });
  for (const name of await globalsUsed(own.code)) {
    problems.push(`${specifier}: the bundle uses ${name}, which only Node has`);
  }
  return { code, problems, bytes: code.length, gzipBytes: gzipSync(code, { level: 9 }).length };
}

/** Bundles a file of this folder. @throws when that fails. */
export async function bundleFile(file) {
  const found = await bundle({ entryPoints: [file], absWorkingDir: import.meta.dirname });
  if ('problem' in found) throw new Error(`${file}: ${found.problem}`);
  return found.code;
}

async function bundle(entry) {
  try {
    const { outputFiles, metafile } = await build({
      ...entry,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2023',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    return { code: Buffer.from(outputFiles[0].contents), inputs: Object.keys(metafile.inputs) };
  } catch (error) {
    const reasons = (error.errors ?? [error]).map(({ text, message, location }) =>
      [text ?? message, location?.file].filter(Boolean).join(' in '),
    );
    return { problem: reasons.join('; ') };
  }
}

/** The globals of Node that code uses. Replaced names show that they are no property, no local name and no text. */
async function globalsUsed(code) {
  const marked = (name) => `LOOPWRIGHT_USES_${name}`;
  const { outputFiles } = await build({
    stdin: { contents: code.toString(), loader: 'js' },
    define: Object.fromEntries(nodeGlobals.map((name) => [name, marked(name)])),
    write: false,
    logLevel: 'silent',
  });
  const { text } = outputFiles[0];
  return nodeGlobals.filter((name) => text.includes(marked(name)));
}
