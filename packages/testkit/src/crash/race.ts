import { approveInStore } from './approval.ts';
import type { CrashSite } from './crash-session.ts';
import { startWorker, type WorkerEnd } from './worker-process.ts';
import { readWorldFile } from './world-file.ts';

/** What two workers came to that resumed one session at once. */
export type RaceReport = {
  sessionId: string;
  /** The code of the loser's error. */
  loser: string;
  /** How often `pay` and `wire` were called. */
  payCalls: number;
  wireCalls: number;
  faults: string[];
};

/**
 * Has two workers resume one session at once. Whichever wins pauses itself inside the first call that it makes, so that the
 * other one certainly comes while the session is held, and goes on when that one is gone.
 */
export async function raceWorkers(site: CrashSite, sessionId: string): Promise<RaceReport> {
  // The pause of the winner must not cost it its lease.
  const { task } = await approveInStore({ ...site, ttlMs: leaseBeyondPauseMs }, sessionId);
  const workers = ['first', 'second'].map((life) =>
    startWorker({ ...task, life, halt: { signal: 'SIGSTOP', what: 'tool', starts: 'wire ' } }),
  );
  try {
    const [loserAt, lost] = await Promise.race(
      workers.map(async ({ ended }, at): Promise<[number, WorkerEnd]> => [at, await ended]),
    );
    const winner = workers[1 - loserAt]!;
    await winner.said('halting');
    winner.wake();
    const { result } = await winner.ended;

    const lines = readWorldFile(task.world);
    const callsOf = (tool: string) =>
      lines.filter(({ what, label }) => what === 'tool' && label?.startsWith(`${tool} `)).length;
    const [payCalls, wireCalls] = [callsOf('pay'), callsOf('wire')];
    const loser = lost.error?.code ?? lost.result?.status ?? 'killed';
    const rules: [boolean, string][] = [
      [result?.status === 'solved', `the winner came to ${result?.stopReason}`],
      [loser === 'in_use', `the loser came to ${loser}`],
      [payCalls === 1, `pay was called ${payCalls} times`],
      [wireCalls === 1, `wire was called ${wireCalls} times`],
    ];
    return {
      ...{ sessionId, loser, payCalls, wireCalls },
      faults: rules.filter(([holds]) => !holds).map(([, fault]) => `${sessionId}: ${fault}`),
    };
  } finally {
    // Whatever went wrong, nobody stays paused.
    for (const worker of workers) worker.kill();
  }
}

const leaseBeyondPauseMs = 60_000;
