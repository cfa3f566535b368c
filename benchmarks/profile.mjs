// Says where the time of a loop goes: self and total share of every function, garbage collection included.
//   node --conditions=@loopwright/source profile.mjs [LOOP] [STEPS] [BYTES]      default: react 100 100
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceRoot } from '../scripts/lib/workspace.mjs';
import { loadLoop } from './loops/index.mjs';
import { createScenario } from './loops/scenario.mjs';

const SAMPLING_MICROSECONDS = 100;
const PROFILED_MS = 4_000;
const SHOWN_FUNCTIONS = 30;

const [loop = 'react', steps = 100, bytes = 100] = process.argv.slice(2);
const size = { steps: Number(steps), bytes: Number(bytes) };
const run = await loadLoop(loop);
const runFor = async (ms) => {
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms) await run(createScenario(size), size);
};

await runFor(PROFILED_MS / 8);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
await session.post('Profiler.start');
await runFor(PROFILED_MS);
const { profile } = await session.post('Profiler.stop');
session.disconnect();

console.log(
  `${loop}, ${size.steps} steps, observations of ${size.bytes} bytes\nself %  total %  function`,
);
for (const { name, self, total } of summarise(profile).slice(0, SHOWN_FUNCTIONS)) {
  console.log(`${percent(self)}  ${percent(total).padStart(7)}  ${name}`);
}

/** The functions with the largest share first. A recursive function counts once in its own total. */
function summarise({ nodes, samples, timeDeltas }) {
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const selfTimes = new Map();
  samples.forEach((id, at) => {
    selfTimes.set(id, (selfTimes.get(id) ?? 0) + timeDeltas[at]);
  });
  const functions = new Map();
  const visit = (node, callers) => {
    const name = nameOf(node.callFrame);
    const entry = functions.get(name) ?? { name, self: 0, total: 0 };
    functions.set(name, entry);
    const self = selfTimes.get(node.id) ?? 0;
    let whole = self;
    for (const child of node.children ?? []) {
      whole += visit(nodesById.get(child), new Set([...callers, name]));
    }
    entry.self += self;
    if (!callers.has(name)) entry.total += whole;
    return whole;
  };
  const all = visit(nodes[0], new Set());
  return [...functions.values()]
    .map(({ name, self, total }) => ({ name, self: self / all, total: total / all }))
    .sort((a, b) => b.self - a.self);
}

function nameOf({ functionName, url, lineNumber }) {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (!url.startsWith('file:')) return url === '' ? name : `${name} ${url}`;
  const file = path.relative(workspaceRoot, fileURLToPath(url));
  return `${name} ${file}:${lineNumber + 1}`;
}

function percent(share) {
  return (share * 100).toFixed(1).padStart(6);
}
