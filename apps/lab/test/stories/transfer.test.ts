import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@loopwright/durable/open-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStory, type Story } from '../../src/stories/index.ts';

type Report = {
  runs: {
    killed: string;
    sessionId: string;
    processes: { what: string; tool?: string; step?: number; isOwn?: boolean; text?: string }[][];
    result: { status: string; stopReason: string; effects: object[]; partial: { text: string } };
    bank: object[];
    asExpected: boolean;
  }[];
};

describe('agents that move money and are killed', () => {
  let folder: string;
  let store: string;
  let story: Story;
  let between: Report['runs'][number];
  let inside: Report['runs'][number];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'loopwright-story-'));
    store = `sqlite:${path.join(folder, 'runs.db')}`;
    story = await runStory('transfer', { sessions: { store, session: 'money' } });
    [between, inside] = (story.report as Report).runs as [typeof between, typeof inside];
  }, 30_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const calls = (moments: Report['runs'][number]['processes'][number]) =>
    moments.filter(({ what }) => what === 'calls').map(({ tool }) => tool);

  it('killed between the calls: the transfer is not repeated, and the payment is set up', () => {
    const { processes, result, bank } = between;
    expect(result).toMatchObject({ status: 'solved', stopReason: 'final' });
    expect(result.effects).toMatchObject([
      { tool: 'transfer', status: 'committed' },
      { tool: 'set_up_auto_payment', status: 'committed' },
    ]);
    expect(bank).toEqual([
      { did: 'transfer', to: 'Ada', eur: 250 },
      { did: 'set_up_auto_payment', to: 'Ada', eur: 30 },
    ]);
    expect(processes.map(calls)).toEqual([['transfer'], ['set_up_auto_payment']]);
    expect(processes[0]!.at(-1)).toEqual({ what: 'asks', step: 2 });
    expect(processes[1]![0]).toEqual({ what: 'reads', step: 1 });
  });

  it('killed inside the transfer: it is not made again, and nobody claims that it was', () => {
    const { processes, result, bank } = inside;
    expect(result).toMatchObject({ status: 'degraded', stopReason: 'gave_up' });
    expect(result).not.toHaveProperty('answer');
    expect(result.effects).toMatchObject([{ tool: 'transfer', status: 'unknown' }]);
    expect(bank).toEqual([{ did: 'transfer', to: 'Ada', eur: 250 }]);
    expect(processes.map(calls)).toEqual([['transfer'], []]);
    expect(processes[0]!.at(-1)).toEqual({ what: 'did', tool: 'transfer' });
    const observed = processes[1]!.filter(({ what }) => what === 'observes');
    expect(observed).toMatchObject([
      { isOwn: false, text: expect.stringContaining('outcome unknown') },
      { isOwn: false, text: expect.stringContaining('RepeatRefused') },
    ]);
    expect(result.partial.text).toContain('may have been made or not');
  });

  it('is as expected, and tells kill, ledger and bank', () => {
    expect([story.asExpected, between.asExpected, inside.asExpected]).toEqual([true, true, true]);
    expect(story.text).toMatch(/KILLED +SIGKILL, before the model answers/);
    expect(story.text).toMatch(/KILLED +SIGKILL, before the result of the transfer is stored/);
    expect(story.text).toMatch(
      /Ledger says +transfer unknown\n {3}Bank says +transfer of 250 EUR to Ada\n/,
    );
  });

  it('keeps its sessions where it was told to, and does not kill them a second time', async () => {
    const opened = await openStore(store, { create: false });
    const sessions = await opened.list();
    await opened.close();
    expect(sessions.map(({ sessionId, status }) => [sessionId, status]).toSorted()).toEqual([
      ['money/between', 'finished'],
      ['money/inside', 'finished'],
    ]);
    await expect(
      runStory('transfer', { sessions: { store, session: 'money' } }),
    ).rejects.toMatchObject({
      name: 'SessionRefused',
      message:
        'Session money/between is in the store already, and this story begins with new ones: name another --session.',
    });
  });
});
