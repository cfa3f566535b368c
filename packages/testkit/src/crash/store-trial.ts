import path from 'node:path';
import { openStore } from '@loopwright/durable/open-store';
import { startRedisServer } from '@loopwright/test-servers';
import { finishApproved } from './approval.ts';
import { type CrashSite, storeCrasher } from './crash-session.ts';
import { raceWorkers } from './race.ts';
import type { Trial } from './trial.ts';
import { wakeZombie } from './zombie.ts';

/** Sessions over a store: one file in the folder, or a Redis, which is started unless there is an address of one. */
export async function storeTrial(
  folder: string,
  kind: string,
  url: string | undefined,
): Promise<Trial> {
  const redis = kind === 'redis' && !url ? await startRedisServer() : undefined;
  const address = url ?? redis?.address ?? `sqlite:${path.join(folder, 'sessions.db')}`;
  const store = await openStore(address);
  const site: CrashSite = { store, address, folder, ttlMs: 600, paceMs: 10 };
  return {
    ...storeCrasher(site),
    pauses: ['step', 'model', 'tool', 'effect', 'stored'],
    wakeZombie: (session) => wakeZombie(site, session),
    race: (sessionId) => raceWorkers(site, sessionId),
    approve: (sessionId) => finishApproved(site, sessionId),
    async close() {
      await store.close();
      await redis?.remove();
    },
  };
}
