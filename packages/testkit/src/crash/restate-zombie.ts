import { isDeepStrictEqual } from 'node:util';
import {
  lead,
  type RestateSite,
  replaceWorker,
  resultOf,
  startSession,
  storedSteps,
  worldFileOf,
} from './restate-site.ts';
import type { SessionKind } from './sessions.ts';
import type { HaltPoint } from './worker-task.ts';
import { duplicateEffects } from './world-counts.ts';
import { readWorldFile } from './world-file.ts';
import type { ZombieReport } from './zombie.ts';

/**
 * Pauses a worker at a line of the world, breaks its connection on the side of the server, and wakes it when another one, its
 * heir, has finished the session or is paused in the same step. The wave that it was in it does to the end; it must start no
 * later one, and the server must take nothing from it.
 */
export async function wakeCutOff(
  site: RestateSite,
  session: {
    kind: SessionKind;
    sessionId: string;
    pauseAt: HaltPoint;
    wakes: 'after the end' | 'in the same step';
  },
): Promise<ZombieReport> {
  const { kind, sessionId, pauseAt, wakes } = session;
  const halt = { signal: 'SIGSTOP', ...pauseAt } as const;
  site.worker.kill();
  await replaceWorker(site, { life: 'zombie', halt });
  const zombie = site.worker;
  try {
    await lead(site, zombie);
    await startSession(site, { kind, sessionId });
    await zombie.said('halting');
    const isSameStep = wakes === 'in the same step';
    await replaceWorker(site, { life: 'heir', ...(isSameStep ? { halt } : {}) });
    const heir = site.worker;
    await lead(site, heir);
    site.gateway.cut();
    await (isSameStep ? heir.said('halting') : resultOf(site, sessionId));
    const stepsOfZombie = () =>
      readWorldFile(worldFileOf(site, sessionId))
        .filter(({ what, life }) => what === 'step' && life === 'zombie')
        .map(({ step }) => step);
    const stepsBefore = stepsOfZombie();
    const storedBefore = await storedSteps(site, sessionId);
    const performed = zombie.heard('performed');
    zombie.wake();
    await zombie.said('performed', performed + 1);
    site.gateway.hangUp();
    await zombie.said('released');
    const storedAfter = await storedSteps(site, sessionId);
    const later = stepsOfZombie().slice(stepsBefore.length);
    const isOfLaterWave = (step: string) => waveOf(step) !== waveOf(stepsBefore.at(-1)!);
    if (isSameStep) heir.wake();
    const result = await resultOf(site, sessionId);

    const unknown = result.effects.filter(({ status }) => status === 'unknown').length;
    const duplicates = duplicateEffects(readWorldFile(worldFileOf(site, sessionId)));
    const rules: [boolean, string][] = [
      [result.status === 'solved', `the heir came to ${result.stopReason}`],
      [isDeepStrictEqual(storedAfter, storedBefore), 'the zombie stored something'],
      [!later.some(isOfLaterWave), `the zombie went on to ${later}`],
      [duplicates === 0, `${duplicates} effects took place twice`],
    ];
    return {
      ...{ sessionId, zombie: 'not heard', unknown, duplicateEffects: duplicates },
      faults: rules.filter(([holds]) => !holds).map(([, fault]) => `${sessionId}: ${fault}`),
    };
  } finally {
    zombie.kill();
  }
}

/** `act:2` of `act:2:0`. */
function waveOf(step: string): string {
  return step.split(':').slice(0, 2).join(':');
}
