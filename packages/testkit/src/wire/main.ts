import { parseArgs } from 'node:util';
import { runRandomWire } from './run-random-wire.ts';

// Random responses for every adapter: node --conditions=@loopwright/source src/wire/main.ts --runs 5000
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    /** Number of the first run, to repeat a few that failed. */
    from: { type: 'string', default: '0' },
  },
});
const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(`unhandled rejection: ${reason}`));
process.on('uncaughtException', (error) => unhandled.push(`uncaught exception: ${error}`));
const startedAt = performance.now();
const { faults, outcomes } = await runRandomWire({
  from: Number(values.from),
  runs: Number(values.runs),
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const all = [...faults, ...unhandled];
const lines = [
  ...Object.entries(outcomes)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${String(value).padStart(8)}  ${name}`),
  ...all.slice(0, 20).map((fault) => `FAULT ${fault}`),
  `${values.runs} runs in ${seconds} s, ${all.length} faults`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = all.length > 0 ? 1 : 0;
