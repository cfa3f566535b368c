import { describe, expect, it } from 'vitest';
import type { JournalEntry, JournalRecord, MemoryJournal, Outcome, Run } from '../src/index.ts';
import { createMemoryJournal, isSuspended, runStrategy } from '../src/index.ts';
import {
  ask,
  call,
  cut,
  done,
  payTool,
  rejectionOf,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
  tool,
} from './support.ts';

/** Thinks, pays, thinks again and answers. */
async function body(run: Run): Promise<Outcome> {
  await run.think(ask('one'), 'actor');
  await stepWith(run, call('pay'));
  const { text } = await run.think(ask('one', 'two'), 'actor');
  return { stopReason: 'final', answer: text, thought: text };
}

function world() {
  const { pay, paid } = payTool();
  const model = scripted(['first', 'second', 'third', 'fourth']);
  const spec = (runtime: MemoryJournal, options: SpecOptions = {}) =>
    specOf({ model, tools: [pay], runtime, ...options });
  return { paid, model, spec };
}

describe('a memory journal', () => {
  it('stores one entry for each model call, intent and tool call', async () => {
    const { spec } = world();
    const journal = createMemoryJournal({ sessionId: 's' });
    await runStrategy(spec(journal), body);
    const { entries, sessionId, stamp, result } = journal.record();
    expect(entries.map(({ key }) => key)).toEqual([
      'started',
      'actor:0',
      'act:0:0/intent',
      'act:0:0',
      'actor:1',
    ]);
    expect(sessionId).toBe('s');
    expect(stamp).toMatchObject({ strategy: 'test', version: 1 });
    expect(result?.status).toBe('solved');
  });

  it('CKPT-003: wherever the process dies, the run resumes to the same result and repeats nothing', async () => {
    const uncut = createMemoryJournal({ sessionId: 's' });
    const { spec } = world();
    const expected = await runStrategy(spec(uncut), body);
    const record = uncut.record();
    for (let entries = 0; entries <= record.entries.length; entries++) {
      const second = world();
      const left = [scripted(['first', 'second']), scripted(['second']), scripted([])][
        record.entries.slice(0, entries).filter(({ key }) => key.startsWith('actor')).length
      ]!;
      const journal = createMemoryJournal(cut(record, entries));
      const resumed = await runStrategy(second.spec(journal, { model: left }), body);
      const lost = entries === 3;
      if (lost) {
        // The intent is stored and the result is not: the payment may have been made.
        expect(resumed.effects).toMatchObject([{ status: 'unknown' }]);
        expect(second.paid).toEqual([]);
      } else {
        expect({ ...resumed, activeMs: 0 }).toEqual({ ...expected, activeMs: 0 });
        expect(second.paid).toHaveLength(entries <= 2 ? 1 : 0);
      }
    }
  });

  it('CKPT-004: a finished session gives its stored result, and nothing is asked', async () => {
    const { spec, model, paid } = world();
    const journal = createMemoryJournal();
    const first = await runStrategy(spec(journal), body);
    for (let again = 0; again < 2; again++) {
      expect(await runStrategy(spec(journal), body)).toEqual(first);
    }
    expect(model.requests).toHaveLength(2);
    expect(paid).toHaveLength(1);
  });

  it('CKPT-005: the allowance is that of the session, not of the process', async () => {
    const model = scripted(Array.from({ length: 20 }, () => 'a thought'));
    let record: Partial<JournalRecord> = {};
    const greedy = async (run: Run): Promise<Outcome> => {
      for (;;) {
        await run.think(ask('more'), 'actor');
        await run.judge({ thought: '', calls: [], observations: [] });
      }
    };
    for (let life = 0; life < 6; life++) {
      const journal = createMemoryJournal(record);
      const spec = specOf({ model, runtime: journal, allowance: { actor: 3 } });
      const result = await runStrategy(spec, greedy);
      expect(result).toMatchObject({
        stopReason: 'max_steps',
        counts: { modelCalls: { actor: 3 } },
      });
      const stored = journal.record();
      record = cut(stored, Math.min(stored.entries.length, life + 2));
    }
    // One call more for each life that lost one.
    expect(model.requests.length).toBeLessThanOrEqual(3 + 6);
  });

  it('gives live what it will give on replay: the decoded stored form', async () => {
    const odd = tool('odd', 'pure', () => ({ at: new Date(0), nothing: undefined }));
    const journal = createMemoryJournal();
    const seen: unknown[] = [];
    const look = async (run: Run): Promise<Outcome> => {
      seen.push(await run.act([call('odd')]));
      return done;
    };
    await runStrategy(specOf({ tools: [odd], runtime: journal }), look);
    const again = createMemoryJournal(cut(journal.record(), 2));
    await runStrategy(specOf({ tools: [odd], runtime: again }), look);
    expect(seen[1]).toStrictEqual(seen[0]);
  });

  it('its record is a copy, and so is what it was made from', async () => {
    const given: JournalEntry[] = [];
    const journal = createMemoryJournal({ entries: given });
    await runStrategy(specOf({ runtime: journal }), async () => done);
    expect(given).toEqual([]);
    const record = journal.record();
    record.entries.length = 0;
    record.answers['act:0:0'] = { approved: true };
    expect(journal.record().entries).toHaveLength(1);
    expect(journal.record().answers).toEqual({});
    const stored = journal.record();
    stored.result!.flags.push('forged');
    expect((await runStrategy(specOf({ runtime: journal }), async () => done)).flags).toEqual([]);
  });

  it('the first decision about a call stands', async () => {
    const journal = createMemoryJournal();
    journal.answer('act:0:0', { approved: false });
    journal.answer('act:0:0', { approved: true });
    expect(journal.record().answers).toEqual({ 'act:0:0': { approved: false } });
    const { pay, paid } = payTool({ approval: true });
    await runStrategy(specOf({ tools: [pay], runtime: journal }), async (run) => {
      await stepWith(run, call('pay'));
      return done;
    });
    expect(paid).toEqual([]);
  });

  it('asks for all decisions before it waits for the first', async () => {
    const journal = createMemoryJournal();
    const asks = ['a', 'b', 'c'].map((key) => ({ key, call: { tool: 'pay', args: {} } }));
    journal.answer('b', { approved: true });
    await journal.open({ strategy: 's', version: 1, config: 'c' });
    const error = await rejectionOf(journal.waitAll(asks));
    expect(isSuspended(error) && error.pending.map(({ key }) => key)).toEqual(['a', 'c']);
  });
});

it('CKPT-002: a durable store sees every entry before the next step runs', async () => {
  const order: string[] = [];
  const { pay } = payTool();
  const journal = createMemoryJournal(
    {},
    {
      append: (entry) => void order.push('key' in entry ? `stored ${entry.key}` : 'stored result'),
    },
  );
  const model = scripted([
    () => {
      order.push('model');
      return 'a';
    },
  ]);
  const watched = tool('pay', 'once', (args, execution) => {
    order.push('pay');
    return pay.execute(args as never, execution as never);
  });
  await runStrategy(specOf({ model, tools: [watched], runtime: journal }), async (run) => {
    await run.think(ask('x'), 'actor');
    await stepWith(run, call('pay'));
    return done;
  });
  expect(order).toEqual([
    'stored started',
    'model',
    'stored actor:0',
    'stored act:0:0/intent',
    'pay',
    'stored act:0:0',
    'stored result',
  ]);
});
