import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../seeded-random.ts';
import { type CrashedSession, openIntents } from './crash-session.ts';
import {
  lead,
  type RestateSite,
  replaceWorker,
  resultOf,
  startSession,
  storedSteps,
  untilInvocation,
  worldFileOf,
} from './restate-site.ts';
import type { SessionKind } from './sessions.ts';
import { readWorldFile } from './world-file.ts';

/** What dies. A worker that outlives the server has an attempt in flight that nobody hears any more. */
const victims = ['worker', 'server', 'both'] as const;

/**
 * Runs one session under a Restate server that dies these deaths, or its worker, or both. Between a death and the next attempt
 * the server gets through to nobody, and its journal is read: what it holds then may not run again.
 */
export async function crashWorkflow(
  site: RestateSite,
  session: { kind: SessionKind; sessionId: string; deaths: readonly { afterMs: number }[] },
): Promise<CrashedSession> {
  const { kind, sessionId, deaths } = session;
  const random = seededRandom(`victims ${sessionId}`);
  const rerun: string[] = [];
  const cutCalls = new Set<string>();
  let stored = new Set<string>();
  let seen = 0;
  const readLines = () => {
    const lines = readWorldFile(worldFileOf(site, sessionId));
    for (const { what, step } of lines.slice(seen)) {
      if (what === 'step' && stored.has(step)) rerun.push(step);
    }
    seen = lines.length;
    return lines;
  };

  let claims = site.worker.heard('claimed');
  await startSession(site, { kind, sessionId });
  let kills = 0;
  for (const { afterMs } of deaths) {
    await site.worker.said('claimed', claims + 1);
    await wait(afterMs);
    kills += 1;
    const isOver = await kill(
      site,
      sessionId,
      random.pick(victims),
      `${sessionId} life ${kills + 1}`,
    );
    readLines();
    stored = new Set(await storedSteps(site, sessionId));
    if (!isOver) for (const call of openIntents(stored)) cutCalls.add(call);
    claims = site.worker.heard('claimed');
    await lead(site, site.worker);
    if (isOver) break;
  }
  const result = await resultOf(site, sessionId);
  const records = (await storedSteps(site, sessionId)).length;
  return { sessionId, result, lines: readLines(), kills, records, rerun, cutCalls };
}

/** Kills, and starts what was killed again, cut off. Resolves with true when the session is finished. */
async function kill(
  site: RestateSite,
  sessionId: string,
  victim: (typeof victims)[number],
  life: string,
): Promise<boolean> {
  const { server, gateway } = site;
  gateway.block();
  const before = await untilInvocation(site, sessionId, () => true);
  let attempts = before.retry_count ?? 0;
  if (victim !== 'server') {
    site.worker.kill();
    await site.worker.ended;
  }
  if (victim !== 'worker') {
    await server.kill('SIGKILL');
    await server.start();
    attempts = 0;
  }
  // The server begins an attempt only when it has taken in all that the one before it sent.
  const { status } = await untilInvocation(
    site,
    sessionId,
    ({ status, retry_count = 0 }) => status === 'completed' || retry_count >= attempts + 2,
  );
  if (victim !== 'server') await replaceWorker(site, { life });
  return status === 'completed';
}
