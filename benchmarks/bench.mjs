// Measures the loops, the bundles, concurrent sessions and the parts under the loops, and prints one report. Exits with 1
// when a part is slower than its floor.
//   npm run bench -- [--quick] [--json] [--source]
//     --quick    3 processes for each number instead of 7
//     --json     the whole report as JSON, with every sample
//     --source   the packages from their sources, without a build
import { parseArgs } from 'node:util';
import { readWorkspace } from '../scripts/lib/workspace.mjs';
import { currentLoad, describeMachine } from './lib/machine.mjs';
import { checkParts, measureParts } from './lib/parts.mjs';
import { prepare } from './lib/prepare.mjs';
import { measureSessions } from './lib/sessions.mjs';
import { measureSteps } from './lib/steps.mjs';
import { formatReport } from './lib/tables.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    source: { type: 'boolean', default: false },
  },
});
const options = { processes: values.quick ? 3 : 7, source: values.source };
const packages = readWorkspace().filter((entry) => entry.isPublic);

await prepare(packages, options);
// Not before now: esbuild is one of the dependencies that were just installed.
const { measureLoopBundles, measurePackages } = await import('./lib/bundle-size.mjs');

const report = {
  machine: await describeMachine(),
  options,
  loadBefore: currentLoad(),
  bundles: await measureLoopBundles(options),
  packages: await measurePackages(packages, options),
  steps: await measureSteps(options),
  sessions: await measureSessions(options),
  parts: await measureParts(options),
  loadAfter: currentLoad(),
};
console.log(values.json ? JSON.stringify(report, null, 2) : formatReport(report));
process.exitCode = checkParts(report.parts).every(({ held }) => held) ? 0 : 1;
