// Measures one loop in a process of its own: CPU (user and system, all threads) per step, after import and warm-up.
//   node measure-steps.mjs LOOP STEPS BYTES      prints one JSON object
import { loadLoop } from './loops/index.mjs';
import { createScenario } from './loops/scenario.mjs';

const WARM_UP_STEPS = 300;
const MEASURED_STEPS = 1_200;

const [loop, steps, bytes] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const size = { steps, bytes };
const scenarios = (count) => Array.from({ length: count }, () => createScenario(size));
const warmUp = scenarios(Math.ceil(WARM_UP_STEPS / steps));
const measured = scenarios(Math.ceil(MEASURED_STEPS / steps));

const beforeImport = process.cpuUsage();
const run = await loadLoop(loop);
await run(createScenario({ steps: 1, bytes }), { steps: 1, bytes });
const startMs = cpuMsSince(beforeImport);

for (const scenario of warmUp) await run(scenario, size);
const beforeRuns = process.cpuUsage();
for (const scenario of measured) await run(scenario, size);
const cpuMsPerStep = cpuMsSince(beforeRuns) / (measured.length * steps);

console.log(JSON.stringify({ cpuMsPerStep, startMs }));

function cpuMsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
