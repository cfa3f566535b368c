import { describe, expect, it } from 'vitest';
import { finishApproved } from '../src/crash/approval.ts';
import { storeCrasher } from '../src/crash/crash-session.ts';
import { crashStrategy } from '../src/crash/crash-strategy.ts';
import { raceWorkers } from '../src/crash/race.ts';
import { wakeZombie, zombiePauses } from '../src/crash/zombie.ts';
import { makeCrashSite } from './crash-support.ts';

const site = makeCrashSite();

describe.concurrent('sessions in processes that die', { timeout: 60_000 }, () => {
  it.each(['react', 'rewoo', 'plan'] as const)(
    'CKPT-003, R12: %s is killed at random times and comes to what an undisturbed run does',
    async (strategy) => {
      const { row, faults } = await crashStrategy(storeCrasher(site()), {
        ...{ strategy, kills: 2, seed: 'short' },
      });
      expect(faults).toEqual([]);
      expect(row).toMatchObject({ kills: 2, rerun: 0, duplicateEffects: 0 });
    },
  );

  it('R12: a worker paused beyond its lease is fenced when it wakes, and its payment is unknown', async () => {
    const { once: pauseAt } = zombiePauses;
    const session = { kind: 'react', sessionId: 'late', pauseAt, wakes: 'after the end' } as const;
    const report = await wakeZombie(site(), session);
    expect(report).toMatchObject({ faults: [], zombie: 'fenced', unknown: 1, duplicateEffects: 0 });
  });

  it('R12: a worker paused between the intent of a payment and the payment does not make it when it wakes', async () => {
    const pauseAt = { what: 'stored', starts: 'act:2:0/intent' } as const;
    const session = {
      kind: 'react',
      sessionId: 'intent',
      pauseAt,
      wakes: 'after the end',
    } as const;
    const report = await wakeZombie(site(), session);
    expect(report).toMatchObject({ faults: [], zombie: 'fenced', unknown: 1, duplicateEffects: 0 });
  });

  it('CKPT-013: a worker that wakes in the step in which the other one is stores nothing', async () => {
    const { pure: pauseAt } = zombiePauses;
    const session = {
      kind: 'plan',
      sessionId: 'same',
      pauseAt,
      wakes: 'in the same step',
    } as const;
    const report = await wakeZombie(site(), session);
    expect(report).toMatchObject({ faults: [], zombie: 'fenced', duplicateEffects: 0 });
  });

  it('CKPT-013: of two workers that resume one session at once, one pays, the other is told in_use', async () => {
    expect(await raceWorkers(site(), 'race')).toMatchObject({
      ...{ faults: [], loser: 'in_use' },
      ...{ payCalls: 1, wireCalls: 1 },
    });
  });

  it('E7: an approval that is given while no process lives is found by the next one', async () => {
    expect(await finishApproved(site(), 'approval')).toEqual({ sessionId: 'approval', faults: [] });
  });
});
