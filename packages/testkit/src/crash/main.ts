import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { finishApproved } from './approval.ts';
import type { CrashSite } from './crash-session.ts';
import { type CrashRow, crashStrategy } from './crash-strategy.ts';
import { crashTable } from './crash-table.ts';
import { openStore } from './open-store.ts';
import { raceWorkers } from './race.ts';
import { startRedis } from './redis-server.ts';
import { wakeZombie, zombiePauses } from './zombie.ts';

// Kills workers at random times and looks at what is left: npm run crash-test -- --store sqlite --kills 30
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    /** Address of a Redis server that is running. Without it one is started on loopback. */
    url: { type: 'string' },
    /** SIGKILLs for each strategy. */
    kills: { type: 'string', default: '30' },
    /** One of react, rewoo and plan; all of them without it. */
    strategy: { type: 'string' },
    /** Decides when workers are killed; the machine's speed does, too. */
    seed: { type: 'string', default: '1' },
    /** Pauses workers beyond their lease, instead of killing them. */
    zombie: { type: 'boolean', default: false },
    /** Lets two workers resume one session at once. */
    race: { type: 'boolean', default: false },
    /** Gives an approval in the store while no process lives. */
    approval: { type: 'boolean', default: false },
    /** Sessions of a race or an approval. */
    sessions: { type: 'string', default: '5' },
  },
});
const strategies = (['react', 'rewoo', 'plan'] as const).filter(
  (name) => name === (values.strategy ?? name),
);
if (strategies.length === 0) throw new TypeError('--strategy is react, rewoo or plan');
if (values.store !== 'sqlite' && values.store !== 'redis') {
  throw new TypeError('--store is sqlite or redis');
}

process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), 'loopwright-compile-cache');
const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-crash-'));
const redis = values.store === 'redis' && !values.url ? await startRedis(folder) : undefined;
const address = values.url ?? redis?.address ?? `sqlite:${path.join(folder, 'sessions.db')}`;
const store = await openStore(address);
const site: CrashSite = { store, address, folder, ttlMs: 300, paceMs: 10 };
const faults: string[] = [];
const startedAt = performance.now();
const print = (text: string) => void process.stdout.write(`${text}\n`);

try {
  if (values.zombie) await zombies();
  else if (values.race) await races();
  else if (values.approval) await approvals();
  else await crashes();
} finally {
  await store.close();
  await redis?.stop();
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
    const crashed = await crashStrategy(site, options);
    rows.push(crashed.row);
    faults.push(...crashed.faults);
  }
  print(crashTable(rows));
}

async function zombies(): Promise<void> {
  for (const kind of strategies) {
    for (const [name, pauseAt] of Object.entries(zombiePauses)) {
      for (const wakes of ['after the end', 'in the same step'] as const) {
        // The heir does nothing again that is stored or may have happened, and so comes to no pause there.
        const isRepeated = ['model', 'pure', 'idempotent'].includes(name);
        if (wakes === 'in the same step' && !isRepeated) continue;
        const sessionId = `zombie-${kind}-${name}-${wakes.replaceAll(' ', '-')}`;
        const report = await wakeZombie(site, { kind, sessionId, pauseAt, wakes });
        faults.push(...report.faults);
        print(`${sessionId}: ${report.zombie}, unknown ${report.unknown}`);
      }
    }
  }
}

async function races(): Promise<void> {
  for (let at = 1; at <= Number(values.sessions); at++) {
    const report = await raceWorkers(site, `race-${at}`);
    faults.push(...report.faults);
    const { loser, payCalls, wireCalls } = report;
    print(`${report.sessionId}: the loser is told ${loser}; pay ${payCalls}, wire ${wireCalls}`);
  }
}

async function approvals(): Promise<void> {
  for (let at = 1; at <= Number(values.sessions); at++) {
    const report = await finishApproved(site, `approval-${at}`);
    faults.push(...report.faults);
    print(`${report.sessionId}: ${report.faults.length === 0 ? 'finished' : 'faulty'}`);
  }
}
