import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CrashRow, crashStrategy } from './crash-strategy.ts';
import { crashTable } from './crash-table.ts';
import { restateTrial } from './restate-trial.ts';
import { storeTrial } from './store-trial.ts';
import type { Trial } from './trial.ts';
import { zombiePauses } from './zombie.ts';

// Kills workers at random times and looks at what is left: npm run crash-test -- --store sqlite --kills 30
const { values } = parseArgs({
  options: {
    /** sqlite, redis or restate. */
    store: { type: 'string', default: 'sqlite' },
    /** Address of a Redis server that is running. Without it one is started on loopback. */
    url: { type: 'string' },
    /** SIGKILLs for each strategy. */
    kills: { type: 'string', default: '30' },
    /** One of react, rewoo and plan; all of them without it. */
    strategy: { type: 'string' },
    /** Decides when workers are killed; the machine's speed does, too. */
    seed: { type: 'string', default: '1' },
    /** Pauses workers until another one has their session, instead of killing them. */
    zombie: { type: 'boolean', default: false },
    /** Lets two workers resume one session at once; under Restate, starts and decides it at once. */
    race: { type: 'boolean', default: false },
    /** Gives an approval that no living process waits for. */
    approval: { type: 'boolean', default: false },
    /** Sessions of a race or an approval. */
    sessions: { type: 'string', default: '5' },
  },
});
const strategies = (['react', 'rewoo', 'plan'] as const).filter(
  (name) => name === (values.strategy ?? name),
);
if (strategies.length === 0) throw new TypeError('--strategy is react, rewoo or plan');
if (!['sqlite', 'redis', 'restate'].includes(values.store)) {
  throw new TypeError('--store is sqlite, redis or restate');
}

process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), 'loopwright-compile-cache');
const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-crash-'));
const trial: Trial =
  values.store === 'restate'
    ? await restateTrial(folder)
    : await storeTrial(folder, values.store, values.url);
const faults: string[] = [];
const startedAt = performance.now();
const print = (text: string) => void process.stdout.write(`${text}\n`);

try {
  if (values.zombie) await zombies();
  else if (values.race) await races();
  else if (values.approval) await approvals();
  else await crashes();
} finally {
  await trial.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) print(`FAULT ${fault}`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
print(`${values.store}, seed ${values.seed}: ${faults.length} faults in ${seconds} s`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function crashes(): Promise<void> {
  const rows: CrashRow[] = [];
  for (const strategy of strategies) {
    const options = { strategy, kills: Number(values.kills), seed: values.seed };
    const crashed = await crashStrategy(trial, options);
    rows.push(crashed.row);
    faults.push(...crashed.faults);
  }
  print(crashTable(rows));
}

async function zombies(): Promise<void> {
  for (const kind of strategies) {
    for (const [name, pauseAt] of Object.entries(zombiePauses)) {
      if (!trial.pauses.includes(pauseAt.what)) continue;
      for (const wakes of ['after the end', 'in the same step'] as const) {
        // The heir does nothing again that is stored or may have happened, and so comes to no pause there.
        const isRepeated = ['model', 'pure', 'idempotent'].includes(name);
        if (wakes === 'in the same step' && !isRepeated) continue;
        const sessionId = `zombie-${kind}-${name}-${wakes.replaceAll(' ', '-')}`;
        const report = await trial.wakeZombie({ kind, sessionId, pauseAt, wakes });
        faults.push(...report.faults);
        print(`${sessionId}: ${report.zombie}, unknown ${report.unknown}`);
      }
    }
  }
}

async function races(): Promise<void> {
  for (let at = 1; at <= Number(values.sessions); at++) {
    const report = await trial.race(`race-${at}`);
    faults.push(...report.faults);
    const { loser, payCalls, wireCalls } = report;
    print(`${report.sessionId}: the loser is told ${loser}; pay ${payCalls}, wire ${wireCalls}`);
  }
}

async function approvals(): Promise<void> {
  for (let at = 1; at <= Number(values.sessions); at++) {
    const report = await trial.approve(`approval-${at}`);
    faults.push(...report.faults);
    print(`${report.sessionId}: ${report.faults.length === 0 ? 'finished' : 'faulty'}`);
  }
}
