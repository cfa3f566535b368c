import { seededRandom } from '../seeded-random.ts';
import type { CrashedSession } from './crash-session.ts';
import { undisturbedRun } from './reference.ts';
import { sessionFaults } from './session-faults.ts';
import type { SessionKind } from './sessions.ts';
import { deduplicatedEffects, duplicateEffects, effectsOf, extraStarts } from './world-counts.ts';

/** What the crashed sessions of one strategy came to. */
export type CrashRow = {
  strategy: SessionKind;
  sessions: number;
  kills: number;
  /** Steps that the store held in the end. */
  steps: number;
  /** Of those, how many ran again after they were stored. */
  rerun: number;
  /** Starts beyond one for each call: those that were in flight at a kill. */
  extraModelStarts: number;
  extraToolStarts: number;
  /** Effects that an idempotent receiver was asked for again and took for the same. */
  deduplicated: number;
  duplicateEffects: number;
  /** Lines of the ledgers that are `unknown`, and how many of those did not happen. */
  unknown: number;
  missing: number;
};

/** Where sessions of a strategy are crashed, and how. */
export type Crasher = {
  /** Where world files are written. */
  folder: string;
  paceMs: number;
  crash(session: {
    kind: SessionKind;
    sessionId: string;
    deaths: readonly { afterMs: number }[];
  }): Promise<CrashedSession>;
};

/** Crashes as many sessions of a strategy as it takes to spend all kills. */
export async function crashStrategy(
  crasher: Crasher,
  options: { strategy: SessionKind; kills: number; seed: string },
): Promise<{ row: CrashRow; faults: string[] }> {
  const { strategy, seed } = options;
  const random = seededRandom(`crash ${strategy} ${seed}`);
  const reference = await undisturbedRun(strategy, crasher);
  const crashed: CrashedSession[] = [];
  for (let left = options.kills; left > 0; left -= crashed.at(-1)!.kills) {
    const sessionId = `${strategy}-${seed}-${crashed.length + 1}`;
    // Half of a dozen deaths are enough for one session: the next one begins with an empty store.
    const deaths = Array.from({ length: Math.min(left, 1 + random.whole(6)) }, () => ({
      afterMs: random.next() * reference.ms,
    }));
    crashed.push(await crasher.crash({ kind: strategy, sessionId, deaths }));
  }
  return {
    row: rowOf(strategy, crashed),
    faults: crashed.flatMap((session) => sessionFaults(session, reference)),
  };
}

function rowOf(strategy: SessionKind, crashed: readonly CrashedSession[]): CrashRow {
  const sum = (count: (session: CrashedSession) => number) =>
    crashed.reduce((total, session) => total + count(session), 0);
  const unknown = ({ result }: CrashedSession) =>
    result.effects.filter(({ status }) => status === 'unknown');
  return {
    strategy,
    sessions: crashed.length,
    kills: sum(({ kills }) => kills),
    steps: sum(({ records }) => records - 1),
    rerun: sum(({ rerun }) => rerun.length),
    extraModelStarts: sum(({ lines }) => extraStarts(lines, 'model')),
    extraToolStarts: sum(({ lines }) => extraStarts(lines, 'tool')),
    deduplicated: sum(({ lines }) => deduplicatedEffects(lines)),
    duplicateEffects: sum(({ lines }) => duplicateEffects(lines)),
    unknown: sum((session) => unknown(session).length),
    missing: sum((session) => {
      const happened = new Set(effectsOf(session.lines).map(({ key }) => key));
      return unknown(session).filter(({ id }) => !happened.has(id)).length;
    }),
  };
}
