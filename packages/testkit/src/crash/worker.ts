import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isJournalError } from '@loopwright/agent-run';
import { type JournalStore, journalRuntime } from '@loopwright/durable';
import { openStore } from './open-store.ts';
import { runSession } from './sessions.ts';
import type { WorkerTask, WorkerWord } from './worker-task.ts';
import { openWorldFile, type WorldLine } from './world-file.ts';

// One life of a session, in a process that may be killed at any time: node --conditions=@loopwright/source worker.ts TASK
const task = JSON.parse(process.argv[2]!) as WorkerTask;
const { halt, sessionId, ttlMs, paceMs } = task;
const leaseWaitMs = 10;

// Written at once: what was said before a kill has been said.
const say = (word: WorkerWord) => writeSync(1, `${JSON.stringify(word)}\n`);

let isHalted = false;
const haltAt = ({ what, step, label }: WorldLine) => {
  if (isHalted || what !== halt?.what || !(label ?? step).startsWith(halt.starts)) return;
  isHalted = true;
  say({ says: 'halting' });
  process.kill(process.pid, halt.signal);
};

const world = openWorldFile(task.world, task.life, haltAt);
const store = await openStore(task.store);
const telling: JournalStore = {
  ...store,
  async claim(...args) {
    const claim = await store.claim(...args);
    if (claim.kind === 'claimed') say({ says: 'claimed' });
    return claim;
  },
  async append(...args) {
    const stored = await store.append(...args);
    if (stored === 'ok') world.write({ what: 'stored', step: args[2].key });
    return stored;
  },
};
for (;;) {
  try {
    const runtime = journalRuntime({ store: telling, sessionId, ttlMs });
    say({ says: 'result', result: await runSession(task.kind, { runtime, world, paceMs }) });
    break;
  } catch (error) {
    if (!isJournalError(error)) throw error;
    if (error.code !== 'in_use' || !task.waitsForLease) {
      say({ says: 'error', code: error.code, message: error.message });
      break;
    }
    await wait(leaseWaitMs);
  }
}
await store.close();
