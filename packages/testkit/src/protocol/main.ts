import { parseArgs } from 'node:util';
import { explore } from './explore.ts';
import { mutants, protocol } from './rules.ts';

// Every order of events of the journal's protocol, and what goes wrong when a rule is broken: npm run check:protocol
const { values } = parseArgs({
  options: {
    /** How often each worker may claim the session. */
    lives: { type: 'string', default: '2,2' },
    /** Prints the counterexamples. */
    traces: { type: 'boolean', default: false },
  },
});
const lives = values.lives.split(',').map(Number);
const print = (line: string) => process.stdout.write(`${line}\n`);

const startedAt = performance.now();
const { states, moves, made, counterexample } = explore(protocol, { lives });
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
print(`protocol: ${states} states, ${moves} moves, ${seconds} s`);
for (const [name, count] of [...made].sort()) print(`${String(count).padStart(9)}  ${name}`);
if (counterexample) {
  print(`BROKEN: ${counterexample.broken}\n  ${counterexample.trace.join('\n  ')}`);
}

let caught = 0;
for (const [name, rules] of Object.entries(mutants)) {
  const found = explore(rules, { lives }).counterexample;
  if (found) caught += 1;
  print(found ? `caught: ${name}: not so: ${found.broken}` : `NOT CAUGHT: ${name}`);
  if (values.traces && found) print(`  ${found.trace.join('\n  ')}`);
}
const all = Object.keys(mutants).length;
print(`${states} states hold, ${caught} of ${all} mutants caught`);
process.exitCode = counterexample || caught < all ? 1 : 0;
