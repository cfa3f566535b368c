// Measures many sessions of one loop at the same time in a process of its own; the model answers after a timer.
//   node measure-sessions.mjs LOOP SESSIONS STEPS DELAY_MS      prints one JSON object
import { loadLoop } from './loops/index.mjs';
import { createScenario } from './loops/scenario.mjs';

const WARM_UP_SESSIONS = 50;

const [sessions, steps, delayMs] = process.argv.slice(3).map(Number);
const size = { steps, bytes: 100 };
const run = await loadLoop(process.argv[2]);
for (let count = 0; count < WARM_UP_SESSIONS; count++) await run(createScenario(size), size);

const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: sessions }, () => run(createScenario({ ...size, delayMs }), size)),
);
const wallMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpuBefore);

console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
