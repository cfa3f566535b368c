// Measures the loops, the bundles, concurrent sessions and the parts under the loops, and prints one report. Exits with 1
// when a part is slower than its floor.
//   npm run bench -- [--stores] [--quick] [--json] [--source]
//     --stores   what it costs to store steps, in place of everything else
//     --quick    3 processes for each number instead of 7; of the stores 1 instead of 3
//     --json     the whole report as JSON, with every sample
//     --source   the packages from their sources, without a build
import { parseArgs } from 'node:util';
import { readWorkspace } from '../scripts/lib/workspace.mjs';
import { currentLoad, describeMachine } from './lib/machine.mjs';
import { checkParts, measureParts } from './lib/parts.mjs';
import { prepare } from './lib/prepare.mjs';
import { measureSessions } from './lib/sessions.mjs';
import { measureSteps } from './lib/steps.mjs';
import { formatStoreReport } from './lib/store-tables.mjs';
import { checkStores, measureStores } from './lib/stores.mjs';
import { formatReport } from './lib/tables.mjs';

const { values } = parseArgs({
  options: {
    stores: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    source: { type: 'boolean', default: false },
  },
});
const options = {
  processes: values.quick ? 3 : 7,
  rounds: values.quick ? 1 : 3,
  source: values.source,
};
const packages = readWorkspace().filter((entry) => entry.isPublic);

await prepare(packages, options);
const { measured, format, floors } = await (values.stores ? measureOnlyStores() : measureLoops());
console.log(values.json ? JSON.stringify(measured, null, 2) : format(measured));
process.exitCode = floors.every(({ held }) => held) ? 0 : 1;

async function measureLoops() {
  // Not before now: esbuild is one of the dependencies that were just installed.
  const { measureLoopBundles, measurePackages } = await import('./lib/bundle-size.mjs');
  const measured = await withMachine(async () => ({
    bundles: await measureLoopBundles(options),
    packages: await measurePackages(packages, options),
    steps: await measureSteps(options),
    sessions: await measureSessions(options),
    parts: await measureParts(options),
  }));
  return { measured, format: formatReport, floors: checkParts(measured.parts) };
}

async function measureOnlyStores() {
  const measured = await withMachine(async () => ({ stores: await measureStores(options) }));
  return { measured, format: formatStoreReport, floors: checkStores(measured.stores) };
}

async function withMachine(measure) {
  const before = { machine: await describeMachine(), options, loadBefore: currentLoad() };
  const figures = await measure();
  return { ...before, ...figures, loadAfter: currentLoad() };
}
