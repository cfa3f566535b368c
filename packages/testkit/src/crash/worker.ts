import { setTimeout as wait } from 'node:timers/promises';
import { isJournalError } from '@loopwright/agent-run';
import { type JournalStore, journalRuntime } from '@loopwright/durable';
import { openStore } from '@loopwright/durable/open-store';
import { haltAt, say } from './say.ts';
import { runSession } from './sessions.ts';
import type { WorkerTask } from './worker-task.ts';
import { openWorldFile } from './world-file.ts';

// One life of a session, in a process that may be killed at any time: node --conditions=@loopwright/source worker.ts TASK
const task = JSON.parse(process.argv[2]!) as WorkerTask;
const { sessionId, ttlMs, paceMs } = task;
const leaseWaitMs = 10;

const world = openWorldFile(task.world, task.life, haltAt(task.halt));
const store = await openStore(task.store);
const telling: JournalStore = {
  ...store,
  async claim(...args) {
    const claim = await store.claim(...args);
    // A life before may have finished the session and been killed before it could say so.
    if (claim.kind !== 'held') say({ says: 'claimed' });
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
