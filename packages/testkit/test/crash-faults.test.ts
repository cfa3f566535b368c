import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrashedSession } from '../src/crash/crash-session.ts';
import { type Reference, undisturbedRun } from '../src/crash/reference.ts';
import { sessionFaults } from '../src/crash/session-faults.ts';
import type { WorldLine } from '../src/crash/world-file.ts';

let folder: string;
let reference: Reference;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'loopwright-crash-'));
  reference = await undisturbedRun('plan', { folder, paceMs: 0 });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The undisturbed run as a session that was killed, with something else in it. */
function crashed(different: Partial<CrashedSession> = {}): CrashedSession {
  const { result, lines } = reference;
  const undisturbed = { kills: 1, records: 1, rerun: [], cutCalls: new Set<string>() };
  return { sessionId: 'reference', result, lines, ...undisturbed, ...different };
}

const faultsOf = (different: Partial<CrashedSession>) =>
  sessionFaults(crashed(different), reference).join('\n');

const lineOf = (what: WorldLine['what'], tool: string) =>
  reference.lines.find((line) => line.what === what && line.label?.startsWith(`${tool} `))!;

describe('the checks of a session that was killed', () => {
  it('R12: find nothing in an undisturbed run, which calls tools of every kind', () => {
    expect(faultsOf({})).toBe('');
    expect(reference.result).toMatchObject({ status: 'solved', answer: 'value 91' });
    expect(reference.result.effects.length).toBe(5);
  });

  it('find a step that was stored and ran again', () => {
    expect(faultsOf({ rerun: ['act:0:0'] })).toContain('act:0:0 was stored and ran again');
  });

  it('R12: find a payment that was made twice, and one that was only started twice', () => {
    const { lines } = reference;
    const [start, effect] = [lineOf('tool', 'send'), lineOf('effect', 'send')];
    expect(faultsOf({ lines: [...lines, effect] })).toContain('1 effects took place twice');
    expect(faultsOf({ lines: [...lines, start] })).toContain('was started 2 times');
  });

  it('find an idempotent call under another key, and take the same key for the same call', () => {
    const effect = lineOf('effect', 'pay');
    const other = { ...effect, key: 'reference/pay/other/0' };
    expect(faultsOf({ lines: [...reference.lines, effect] })).toBe('');
    expect(faultsOf({ lines: [...reference.lines, other] })).toContain('under the key');
  });

  it('R12: find an effect that is missing and not said to be unknown', () => {
    for (const tool of ['pay', 'send']) {
      const effect = lineOf('effect', tool);
      const lines = reference.lines.filter((line) => line !== effect);
      expect(faultsOf({ lines })).toContain('never took place');
    }
  });

  it('R12: find a call that was cut and is said to be committed, and one that is unknown for no reason', () => {
    const { result } = reference;
    const sent = result.effects.find(({ tool }) => tool === 'send')!;
    const cutCalls = new Set(sent.stepKeys);
    expect(faultsOf({ cutCalls })).toContain('says committed');
    const unknown = { ...sent, status: 'unknown' as const };
    const effects = result.effects.map((effect) => (effect === sent ? unknown : effect));
    expect(faultsOf({ cutCalls, result: { ...result, effects } })).toBe('');
    expect(faultsOf({ result: { ...result, effects } })).toContain('says unknown');
  });

  it('find another result', () => {
    const { result } = reference;
    const counts = { ...result.counts, modelCalls: { planner: 3 } };
    expect(faultsOf({ result: { ...result, counts } })).toContain('the result is');
  });
});
