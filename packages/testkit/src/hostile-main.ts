import { parseArgs } from 'node:util';
import { runHostile } from './run-hostile.ts';

// Many hostile runs and what they reached: node --conditions=@loopwright/source src/hostile-main.ts --runs 20000
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    /** Number of the first run, to repeat a few that failed. */
    from: { type: 'string', default: '0' },
  },
});
const startedAt = performance.now();
const { faults, counters } = await runHostile({
  from: Number(values.from),
  runs: Number(values.runs),
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const lines = Object.entries(counters)
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(([name, value]) => `${String(value).padStart(10)}  ${name}`);
process.stdout.write(`${lines.join('\n')}\n`);
process.stdout.write(
  `${faults
    .slice(0, 20)
    .map((fault) => `FAULT ${fault}\n`)
    .join('')}`,
);
process.stdout.write(`${counters.runs} runs in ${seconds} s, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
