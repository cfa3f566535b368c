import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunResult } from '@loopwright/agent-run';
import type { JournalStore } from '@loopwright/durable';
import type { Crasher } from './crash-strategy.ts';
import type { SessionKind } from './sessions.ts';
import { startWorker } from './worker-process.ts';
import type { HaltPoint } from './worker-task.ts';
import { readWorldFile, type WorldLine } from './world-file.ts';

/** Where sessions are crashed. */
export type CrashSite = {
  store: JournalStore;
  /** The address of the same store, for other processes. */
  address: string;
  /** Where world files are written. */
  folder: string;
  ttlMs: number;
  paceMs: number;
};

/** A session that was killed and went on until it was finished. */
export type CrashedSession = {
  sessionId: string;
  result: RunResult<unknown>;
  lines: WorldLine[];
  kills: number;
  /** Records that the store holds in the end, the header among them. */
  records: number;
  /** Steps that started although their record was in the store when the process before was killed. */
  rerun: string[];
  /** Keys of `once` calls whose intent was in the store at a kill, and whose result was not. */
  cutCalls: Set<string>;
};

/** When a worker is killed: some time after it has claimed its session, or at the first line of the world that fits. */
export type Death = { afterMs: number } | { at: HaltPoint };

/** Runs one session in worker processes that die these deaths, one after another; the last one is left to finish. */
export async function crashSession(
  site: CrashSite,
  session: { kind: SessionKind; sessionId: string; deaths: readonly Death[] },
): Promise<CrashedSession> {
  const { store, address, folder, ttlMs, paceMs } = site;
  const { kind, sessionId, deaths } = session;
  const world = path.join(folder, `${sessionId}.jsonl`);
  const rerun: string[] = [];
  const cutCalls = new Set<string>();
  let stored = new Set<string>();
  let seen = 0;
  const readLines = () => {
    const lines = readWorldFile(world);
    for (const { what, step } of lines.slice(seen)) {
      if (what === 'step' && stored.has(step)) rerun.push(step);
    }
    seen = lines.length;
    return lines;
  };

  for (let kills = 0; ; kills++) {
    const death = deaths[kills];
    const worker = startWorker({
      ...{ store: address, world, sessionId, kind, ttlMs, paceMs },
      life: `${sessionId} life ${kills + 1}`,
      waitsForLease: true,
      ...(death && 'at' in death ? { halt: { signal: 'SIGKILL', ...death.at } } : {}),
    });
    if (death && 'afterMs' in death) {
      await worker.said('claimed');
      await Promise.race([worker.ended, wait(death.afterMs)]);
      worker.kill();
    }
    const { result, signal, error } = await worker.ended;
    if (error) throw new Error(`${sessionId} ended with ${error.code}: ${error.message}`);
    const lines = readLines();
    const { records = [] } = (await store.load(sessionId)) ?? {};
    stored = new Set(records.map(({ key }) => key));
    // One that was killed after its last word has finished the session all the same.
    if (result) {
      const spent = signal ? kills + 1 : kills;
      return {
        ...{ sessionId, result, lines, rerun, cutCalls },
        ...{ kills: spent, records: records.length },
      };
    }
    for (const call of openIntents(stored)) cutCalls.add(call);
  }
}

/** Crashes sessions over a store. */
export function storeCrasher(site: CrashSite): Crasher {
  const { folder, paceMs } = site;
  return { folder, paceMs, crash: (session) => crashSession(site, session) };
}

/** Calls whose intent is among the keys and whose result is not. */
export function openIntents(keys: ReadonlySet<string>): string[] {
  return [...keys]
    .filter((key) => key.endsWith('/intent'))
    .map((key) => key.slice(0, -'/intent'.length))
    .filter((key) => !keys.has(key));
}
