import { describe, expect, it } from 'vitest';
import type { ApprovalAnswer, Run } from '../src/index.ts';
import { createMemoryJournal, journalFromEvents, runStrategy } from '../src/index.ts';
import { payTwice } from './pay-twice.ts';
import { call, codesOf, done, eventsOf, oneWave, payTool, recorder, specOf } from './support.ts';

describe('approval by a signal', () => {
  it('R9: suspends the run with all open approvals when nobody can be asked', async () => {
    const { result, paid } = await payTwice(undefined);
    expect(result).toMatchObject({
      status: 'suspended',
      stopReason: 'awaiting_approval',
      reason: 'Waiting for a decision about pay, pay',
      pending: [
        { key: 'act:0:0', call: { tool: 'pay', args: { to: 'ann' } } },
        { key: 'act:0:2', call: { tool: 'pay', args: { to: 'bob' } } },
      ],
    });
    expect(paid).toEqual([]);
  });

  it('is not an end: nothing is finished, and a live event tells of it', async () => {
    const live: string[] = [];
    const { events, result } = await payTwice(undefined, { onLive: ({ type }) => live.push(type) });
    expect(events.map(({ type }) => type)).toEqual(['started', 'asked']);
    expect(live).toEqual(['suspended']);
    expect(result.partial.text).not.toBe('');
  });

  it('goes on with the decisions of the journal, and suspends for those that are missing', async () => {
    const journal = createMemoryJournal();
    const { pay, paid } = payTool({ approval: true });
    const calls = [call('pay', { to: 'ann' }), call('pay', { to: 'bob' })];
    const go = () => runStrategy(specOf({ tools: [pay], runtime: journal }), oneWave(calls));

    expect(await go()).toMatchObject({ pending: [{ key: 'act:0:0' }, { key: 'act:0:1' }] });
    journal.answer('act:0:1', { approved: false, note: 'too much' });
    const half = await go();
    expect(half).toMatchObject({ status: 'suspended', pending: [{ key: 'act:0:0' }] });
    expect(half.status === 'suspended' && half.pending).toHaveLength(1);
    expect(paid).toEqual([]);
    journal.answer('act:0:0', { approved: true });
    expect(await go()).toMatchObject({
      status: 'solved',
      answer: [
        '{"receipt":1,"to":"ann"}',
        'ERROR[pay]: Denied: The call was not approved: too much',
      ],
    });
    expect(paid).toHaveLength(1);
  });

  it.each(['yes', 'no', 1, {}])(
    'only true is an approval, whatever a store gives: %j',
    async (approved) => {
      const answers = { 'act:0:0': { approved } as unknown as ApprovalAnswer };
      const journal = createMemoryJournal({ answers });
      const { pay, paid } = payTool({ approval: true });
      await runStrategy(specOf({ tools: [pay], runtime: journal }), oneWave([call('pay')]));
      expect(paid).toEqual([]);
    },
  );

  it.each([
    [true, 'ok'],
    [false, 'denied'],
  ])(
    'an answer that says cancelled decides about the call and cancels nothing: approved %s',
    async (approved, code) => {
      const journal = createMemoryJournal();
      journal.answer('act:0:0', { approved, cancelled: true });
      const { pay } = payTool({ approval: true });
      const { events, onEvent } = recorder();
      const result = await runStrategy(
        specOf({ tools: [pay], runtime: journal, onEvent }),
        oneWave([call('pay')]),
      );
      expect(result.status).toBe('solved');
      expect(codesOf(result.steps[0]!.observations)).toEqual([code]);
      expect(eventsOf(events, 'answered')[0]?.answers).toEqual([{ approved }]);
    },
  );

  it('has the same events as one life without a wait', async () => {
    const journal = createMemoryJournal();
    const { pay } = payTool({ approval: true });
    const lives: string[][] = [];
    const live = async () => {
      const { events, onEvent } = recorder();
      await runStrategy(
        specOf({ tools: [pay], runtime: journal, onEvent }),
        oneWave([call('pay')]),
      );
      lives.push(events.map(({ type, seq }) => `${seq} ${type}`));
    };
    await live();
    journal.answer('act:0:0', { approved: true });
    await live();
    expect(lives[0]).toEqual(['0 started', '1 asked']);
    expect(lives[1]).toEqual([
      '0 started',
      '1 asked',
      '2 answered',
      '3 intent',
      '4 tool',
      '5 step',
      '6 finished',
    ]);
  });
});

describe('a run that waits for a decision', () => {
  it('R9: ends when it is cancelled, and the call is not made', async () => {
    const { pay, paid } = payTool({ approval: true });
    const record = createMemoryJournal();
    const body = async (run: Run) => {
      const calls = [call('pay')];
      await run.judge({ thought: '', calls, observations: await run.act(calls) });
      return done;
    };
    const waiting = await runStrategy(specOf({ tools: [pay], runtime: record }), body);
    expect(waiting.status).toBe('suspended');
    const { events, onEvent } = recorder();
    const cancelled = await runStrategy(
      specOf({ tools: [pay], runtime: record, cancel: AbortSignal.abort(), onEvent }),
      body,
    );
    expect(cancelled).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(cancelled.effects).toMatchObject([{ status: 'not_started' }]);
    expect(paid).toEqual([]);
    const replayed = await runStrategy(
      specOf({ tools: [pay], runtime: createMemoryJournal(journalFromEvents(events)) }),
      body,
    );
    expect(replayed).toEqual(cancelled);
  });
});
