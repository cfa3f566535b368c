import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CrashSite } from './crash-session.ts';
import type { SessionKind } from './sessions.ts';
import { startWorker } from './worker-process.ts';
import type { HaltPoint } from './worker-task.ts';
import { duplicateEffects } from './world-counts.ts';
import { readWorldFile } from './world-file.ts';

/** What a paused worker came to that was woken after another one had finished its session. */
export type ZombieReport = {
  sessionId: string;
  /** How it ended: the code of its error, or what else it came to. */
  zombie: string;
  /** Effects that the ledger calls unknown: those that it may make after it woke. */
  unknown: number;
  duplicateEffects: number;
  faults: string[];
};

/** Where a worker may be paused: in a model, in a tool of each kind, after an effect, and between two steps. */
export const zombiePauses = {
  model: { what: 'model', starts: '' },
  pure: { what: 'tool', starts: 'look ' },
  idempotent: { what: 'tool', starts: 'pay ' },
  once: { what: 'tool', starts: 'send ' },
  'once-done': { what: 'effect', starts: 'send ' },
  between: { what: 'stored', starts: 'act:0:' },
} as const satisfies Record<string, HaltPoint>;

/**
 * Pauses a worker at a line of the world until another one, its heir, has taken its session over, and wakes it then: it must
 * end as `fenced`, start no step, store nothing, and do nothing that was done. It wakes when the heir has finished, or when
 * the heir is paused in the same place, and both would store the same record next.
 */
export async function wakeZombie(
  site: CrashSite,
  session: {
    kind: SessionKind;
    sessionId: string;
    pauseAt: HaltPoint;
    wakes: 'after the end' | 'in the same step';
  },
): Promise<ZombieReport> {
  const { store, address, folder, ttlMs, paceMs } = site;
  const { kind, sessionId, pauseAt, wakes } = session;
  const world = path.join(folder, `${sessionId}.jsonl`);
  const task = { store: address, world, sessionId, kind, ttlMs, paceMs };
  const halt = { signal: 'SIGSTOP', ...pauseAt } as const;
  const zombie = startWorker({ ...task, life: 'zombie', halt });
  await zombie.said('halting');
  const heir = startWorker({
    ...{ ...task, life: 'heir', waitsForLease: true },
    ...(wakes === 'in the same step' ? { halt } : {}),
  });
  try {
    await (wakes === 'in the same step' ? heir.said('halting') : heir.ended);
    const stepsOfZombie = () =>
      readWorldFile(world).filter(({ what, life }) => what === 'step' && life === 'zombie').length;
    const before = { steps: stepsOfZombie(), session: await store.load(sessionId) };
    zombie.wake();
    const zombieEnd = await zombie.ended;
    const after = { steps: stepsOfZombie(), session: await store.load(sessionId) };
    if (wakes === 'in the same step') heir.wake();
    const { result } = await heir.ended;

    const unknown = (result?.effects ?? []).filter(({ status }) => status === 'unknown').length;
    const duplicates = duplicateEffects(readWorldFile(world));
    const end = zombieEnd.error?.code ?? zombieEnd.result?.status ?? 'killed';
    const rules: [boolean, string][] = [
      [result?.status === 'solved', `the heir came to ${result?.stopReason}`],
      [end === 'fenced', `the zombie came to ${end}`],
      [isDeepStrictEqual(after, before), 'the zombie stored something, or started a step'],
      [duplicates === 0, `${duplicates} effects took place twice`],
    ];
    return {
      ...{ sessionId, zombie: end, unknown, duplicateEffects: duplicates },
      faults: rules.filter(([holds]) => !holds).map(([, fault]) => `${sessionId}: ${fault}`),
    };
  } finally {
    // Whatever went wrong, nobody stays paused.
    zombie.kill();
    heir.kill();
  }
}
