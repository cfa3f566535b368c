import { parseArgs } from 'node:util';
import { explored, unseenLoss } from './bounds.ts';
import { type Exploration, explore } from './explore.ts';
import { invariants } from './invariants.ts';
import { mutants } from './mutants.ts';
import { protocol } from './rules.ts';

// Every order of events of the journal's protocol, and what goes wrong when a rule is broken: npm run check:protocol
const { values } = parseArgs({
  options: {
    /** Epochs that are given in all. Default: what `bounds.ts` says. */
    claims: { type: 'string' },
    /** Prints the counterexamples. */
    traces: { type: 'boolean', default: false },
  },
});
const given = values.claims === undefined ? {} : { claims: Number(values.claims) };
const print = (line: string) => process.stdout.write(`${line}\n`);
const printTrace = (trace: readonly string[]) => print(`  ${trace.join('\n  ')}`);

const startedAt = performance.now();
let states = 0;
let broken = 0;
const made = new Map<string, number>();
for (const [what, bounds] of Object.entries(explored)) {
  const begunAt = performance.now();
  const found = explore(protocol, { ...bounds, ...given });
  states += found.states;
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  print(`protocol, ${what}: ${found.states} states, ${found.moves} moves, ${seconds} s`);
  for (const [name, count] of found.made) made.set(name, (made.get(name) ?? 0) + count);
  if (!found.counterexample) continue;
  broken += 1;
  print(`BROKEN: ${found.counterexample.broken}`);
  printTrace(found.counterexample.trace);
}
for (const [name, count] of [...made].sort()) print(`${String(count).padStart(9)}  ${name}`);

let caught = 0;
for (const [name, { rules, bounds }] of Object.entries(mutants)) {
  const found = explore(rules, { ...bounds, ...given }).counterexample;
  if (found) caught += 1;
  print(found ? `caught: ${name}: not so: ${found.broken}` : `NOT CAUGHT: ${name}`);
  if (values.traces && found) printTrace(found.trace);
}
const unseen = [
  explore(protocol, { ...unseenLoss, ...given }),
  explore(protocol, { ...unseenLoss, ...given, ignored: invariants.lost }),
].flatMap(({ counterexample }: Exploration) => counterexample ?? []);
for (const { broken: what, trace } of unseen) {
  print(`records lost together with their count: not so: ${what}`);
  if (values.traces) printTrace(trace);
}
const all = Object.keys(mutants).length;
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
print(`${states} states hold, ${caught} of ${all} mutants caught, ${seconds} s`);
process.exitCode = broken > 0 || caught < all || unseen.length < 2 ? 1 : 0;
