// Bundles every entry, imports each in Chromium and in Node, and runs the scenario in both.
//   node check.mjs CHROMIUM ENTRY...        where the packages are installed
import assert from 'node:assert/strict';
import { bundleEntry, bundleFile } from './bundle.mjs';
import { inPage } from './chromium.mjs';
import { runOnDefaults, runScenario } from './scenario.mjs';

const [executablePath, ...entries] = process.argv.slice(2);
const problems = [];
const modules = new Map([['/scenario', await bundleFile('scenario.mjs')]]);
const lines = [];
for (const entry of entries) {
  const { code, problems: found, bytes, gzipBytes } = await bundleEntry(entry);
  problems.push(...found);
  if (code === undefined) continue;
  modules.set(`/${entry}`, code);
  lines.push(`${entry}: ${kilobytes(bytes)} KB minified, ${kilobytes(gzipBytes)} KB with gzip`);
}

await inPage({ executablePath, modules }, async ({ page, version, pageErrors }) => {
  for (const entry of entries.filter((each) => modules.has(`/${each}`))) {
    const inNode = Object.keys(await import(entry)).sort();
    const inBrowser = await page.evaluate(
      async (path) => Object.keys(await import(path)).sort(),
      `/${entry}`,
    );
    note(entry, () => assert.deepEqual(inBrowser, inNode));
  }
  const inNode = asData(await runScenario());
  const onDefaults = asData(await runOnDefaults());
  const [inBrowser, onDefaultsInBrowser] = JSON.parse(
    await page.evaluate(async () => {
      const scenario = await import('/scenario');
      return JSON.stringify([await scenario.runScenario(), await scenario.runOnDefaults()]);
    }),
  );
  note('a run on defaults', () => assert.deepEqual(onDefaultsInBrowser, onDefaults));
  for (const [name, { first, again }] of Object.entries(inNode)) {
    note(`${name}, Chromium beside Node`, () => assert.deepEqual(inBrowser[name].first, first));
    note(`${name}, resumed in Chromium`, () => assert.deepEqual(inBrowser[name].again, again));
    const { status, stopReason } = first.result;
    lines.push(
      `${name}: ${first.events.length} events, ${status} (${stopReason}), the same in both`,
    );
  }
  note('the ends', () =>
    assert.deepEqual(
      Object.values(inNode).map(({ first }) => first.result.stopReason),
      ['final', 'loop_detected', 'final', 'final'],
    ),
  );
  problems.push(...pageErrors);
  lines.push(`Chromium ${version}, Node ${process.versions.node}`);
});
console.log(problems.length > 0 ? problems.join('\n') : lines.join('\n'));
process.exitCode = problems.length > 0 ? 1 : 0;

function note(what, check) {
  try {
    check();
  } catch (error) {
    problems.push(`${what}: ${error.message}`);
  }
}

function asData(value) {
  return JSON.parse(JSON.stringify(value));
}

function kilobytes(bytes) {
  return (bytes / 1024).toFixed(1);
}
