import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { crashSession, type Death } from '../src/crash/crash-session.ts';
import { undisturbedRun } from '../src/crash/reference.ts';
import { sessionFaults } from '../src/crash/session-faults.ts';
import type { SessionKind } from '../src/crash/sessions.ts';
import { startWorker } from '../src/crash/worker-process.ts';
import type { HaltPoint } from '../src/crash/worker-task.ts';
import { deduplicatedEffects, effectsOf, isOnceCall } from '../src/crash/world-counts.ts';
import { readWorldFile } from '../src/crash/world-file.ts';
import { makeCrashSite } from './crash-support.ts';

const site = makeCrashSite();

/** A session that is killed once at a certain point, its undisturbed run, and what is wrong with it. */
async function killedAt(kind: SessionKind, at: HaltPoint) {
  const deaths: Death[] = [{ at }];
  const sessionId = `${kind} ${at.what} ${at.starts}`.replaceAll(/\W+/g, '-');
  const reference = await undisturbedRun(kind, site());
  const crashed = await crashSession(site(), { kind, sessionId, deaths });
  const unknown = crashed.result.effects.filter(({ status }) => status === 'unknown');
  return { ...crashed, reference, unknown, faults: sessionFaults(crashed, reference) };
}

describe.concurrent('a process that is killed', { timeout: 60_000 }, () => {
  it('CKPT-002: before the intent of a payment is stored: it is made once and is committed', async () => {
    const killed = await killedAt('react', { what: 'step', starts: 'act:2:0/intent' });
    expect(killed).toMatchObject({ faults: [], kills: 1, unknown: [] });
    expect(effectsOf(killed.lines).filter(isOnceCall)).toHaveLength(6);
  });

  it('LOOP-025: in a wave, after its first result is stored: that call is not made again, a payment is unknown', async () => {
    const killed = await killedAt('rewoo', { what: 'stored', starts: 'act:0:0' });
    expect(killed).toMatchObject({ faults: [], kills: 1, result: { status: 'solved' } });
    const [looked] = killed.lines.filter(({ what }) => what === 'tool');
    const again = killed.lines.filter((line) => line.what === 'tool' && line.key === looked!.key);
    expect(again).toHaveLength(1);
    expect(killed.unknown.map(({ stepKeys }) => stepKeys)).toEqual([['act:0:3']]);
  });

  it('R12: after a payment: it is not made again, and is unknown', async () => {
    const killed = await killedAt('react', { what: 'effect', starts: 'send ' });
    expect(killed).toMatchObject({ faults: [], kills: 1 });
    expect(killed.unknown.map(({ tool }) => tool)).toEqual(['send']);
    expect(effectsOf(killed.lines).filter(isOnceCall)).toHaveLength(6);
  });

  it('R12: after an idempotent payment: it is asked for again under the same key, and is committed', async () => {
    const killed = await killedAt('react', { what: 'effect', starts: 'pay ' });
    expect(killed).toMatchObject({ faults: [], kills: 1, unknown: [] });
    expect(deduplicatedEffects(killed.lines)).toBe(1);
  });

  it('CKPT-003, CKPT-004: in a model call: no call runs again, and a third process finds nothing to do', async () => {
    const killed = await killedAt('plan', { what: 'model', starts: 'planner:1' });
    expect(killed).toMatchObject({ faults: [], kills: 1, unknown: [] });
    const tools = killed.lines.filter(({ what }) => what === 'tool');
    expect(tools).toHaveLength(11);
    const { address, folder, ttlMs, paceMs } = site();
    const { sessionId, result } = killed;
    const world = path.join(folder, `${sessionId}.jsonl`);
    const task = { store: address, world, sessionId, kind: 'plan', ttlMs, paceMs } as const;
    const again = await startWorker({ ...task, life: 'third' }).ended;
    expect(again.result).toEqual(result);
    expect(readWorldFile(world)).toEqual(killed.lines);
  });
});
