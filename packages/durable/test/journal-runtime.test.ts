import type { ForkOrigin, JournalEntry, JournalRecord, RunResult } from '@loopwright/agent-run';
import { isJournalError, isSuspended } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { describe, expect, it, vi } from 'vitest';
import { decide, journalDefaults, journalRuntime } from '../src/index.ts';
import {
  createWorkshop,
  opened,
  rejectionOf,
  stamp,
  stepOf,
  storedStep,
  storeWith,
  ttlMs,
} from './support.ts';

const result = { status: 'solved', stopReason: 'final', answer: 42 } as RunResult<Json>;
const asks = ['a', 'b'].map((key) => ({ key, call: { tool: 'pay', args: {} } }));

describe('a session over a store', () => {
  it('J1, CKPT-003: what is stored does not run again, in whatever process', async () => {
    const { runtime } = createWorkshop();
    const first = await opened(runtime());
    await first.step(stepOf('a', { n: 1 }));
    await first.release?.();
    const second = await opened(runtime());
    expect(await second.step(storedStep('a'))).toEqual({ n: 1 });
    expect(await second.step(stepOf('b', 2))).toBe(2);
  });

  it('CKPT-004: gives its result when it is finished, and stores nothing more', async () => {
    const { runtime, store } = createWorkshop();
    const first = await opened(runtime());
    await first.step(stepOf('a', 1));
    await first.close(result);
    await first.release?.();
    const before = await store.load('s');
    for (const second of [runtime(), runtime(), first]) {
      expect(await second.open(stamp)).toEqual(result);
      await second.release?.();
    }
    expect(await store.load('s')).toEqual(before);
  });

  it('J2, CKPT-013: of two that open it one does, and the other is told who has to end first', async () => {
    const { runtime, pass } = createWorkshop();
    const first = await opened(runtime());
    pass(10_000);
    expect(await rejectionOf(runtime().open(stamp))).toMatchObject({
      code: 'in_use',
      message: 'Another process holds session s; its lease ends in 20000 ms unless it is renewed',
    });
    expect(await first.step(stepOf('a', 1))).toBe(1);
  });

  it('J2, CKPT-013: two starts at once have one winner', async () => {
    const { runtime } = createWorkshop();
    const one = runtime();
    const starts = [one, one, runtime(), runtime()].map((each) => each.open(stamp));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('in_use');
    }
  });

  it('is not taken from a run of the same process whose lease ran out', async () => {
    const { runtime, pass } = createWorkshop();
    const one = await opened(runtime());
    pass(ttlMs + 1);
    expect(await rejectionOf(one.open(stamp))).toMatchObject({ code: 'in_use' });
    expect(await one.step(stepOf('a', 1))).toBe(1);
  });

  it('starts nothing that a run left behind', async () => {
    const { runtime, store } = createWorkshop();
    const session = await opened(runtime());
    const run = vi.fn(async () => 1);
    const late = rejectionOf(session.step({ key: 'a', run }));
    await session.release?.();
    expect(await late).toMatchObject({ code: 'in_use', key: 'a' });
    expect(run).not.toHaveBeenCalled();
    expect((await store.load('s'))!.records).toHaveLength(1);
  });

  it('refuses work that nobody opened it for', async () => {
    const { runtime } = createWorkshop();
    expect(await rejectionOf(runtime().step(stepOf('a', 1)))).toMatchObject({ code: 'in_use' });
  });

  it.each(['strategy', 'version', 'config'] as const)('J6: refuses another %s', async (field) => {
    const { runtime, store } = createWorkshop();
    await (await opened(runtime())).release?.();
    const before = await store.load('s');
    const other = { ...stamp, [field]: field === 'version' ? 2 : 'other' };
    const second = runtime();
    expect(await rejectionOf(second.open(other))).toMatchObject({
      code: 'stamp_mismatch',
      key: field,
    });
    expect(await rejectionOf(second.step(stepOf('a', 1)))).toMatchObject({ code: 'in_use' });
    expect(await store.load('s')).toEqual(before);
    // It was given back at once.
    await opened(second);
  });

  it('is free again when the store failed while it was opened', async () => {
    const { runtime, store, pass } = createWorkshop();
    const down = storeWith(store, {
      append: () => Promise.reject(new Error('down')),
      release: () => Promise.reject(new Error('down')),
    });
    const one = runtime({ store: down });
    for (let life = 0; life < 2; life++) {
      expect(await rejectionOf(one.open(stamp))).toMatchObject({
        code: 'not_stored',
        key: 'the header',
        cause: { message: 'down' },
      });
      pass(ttlMs + 1);
    }
  });
});

describe('a wave over a store', () => {
  const wave = (size: number) => Array.from({ length: size }, (_, n) => stepOf(`w:${n}`, n));

  it('is stored step by step without gaps, however its steps end', async () => {
    const { runtime, store } = createWorkshop();
    const session = await opened(runtime());
    expect(await session.all(wave(20))).toEqual([...Array(20).keys()]);
    const { records } = (await store.load('s'))!;
    expect(records.map(({ ord }) => ord)).toEqual([...Array(21).keys()]);
    await session.release?.();
    const second = await opened(runtime());
    expect(await second.all(wave(20).map(({ key }) => storedStep(key)))).toHaveLength(20);
  });

  it('stores nothing behind a record of which nobody knows whether it is stored', async () => {
    const { runtime, store } = createWorkshop();
    let appends = 0;
    const cut = storeWith(store, {
      async append(...given) {
        appends += 1;
        const stored = await store.append(...given);
        if (appends === 3) throw new Error('connection lost');
        return stored;
      },
    });
    const session = await opened(runtime({ store: cut }));
    const error = await rejectionOf(session.all(wave(5)));
    expect(error).toMatchObject({ code: 'not_stored', key: 'w:1' });
    expect(await rejectionOf(session.step(stepOf('later', 1)))).toMatchObject({
      code: 'not_stored',
    });
    expect(await rejectionOf(session.close(result))).toMatchObject({ code: 'not_stored' });
    expect((await store.load('s'))!.records.map(({ key }) => key)).toEqual([
      'the header',
      'w:0',
      'w:1',
    ]);
    await session.release?.();
    const second = await opened(runtime());
    const again = [storedStep('w:0'), storedStep('w:1'), ...wave(5).slice(2)];
    expect(await second.all<unknown>(again)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('decisions that are signalled', () => {
  it('J7, E7: a session waits for them, is listed with them, and takes them after it was given back', async () => {
    const { runtime, store } = createWorkshop();
    const first = await opened(runtime());
    const error = await rejectionOf(first.waitAll(asks));
    expect(isSuspended(error) && error.pending).toEqual(asks);
    await first.release?.();
    expect(await store.list()).toMatchObject([{ status: 'waiting', waitingFor: ['a', 'b'] }]);
    expect(await decide(store, 's', 'b', true)).toBe(true);
    const half = await opened(runtime());
    expect(await store.list()).toMatchObject([{ status: 'waiting', waitingFor: ['a', 'b'] }]);
    expect(await rejectionOf(half.waitAll(asks))).toMatchObject({ pending: [{ key: 'a' }] });
    await half.release?.();
    expect(await store.list()).toMatchObject([{ status: 'waiting', waitingFor: ['a'] }]);
    await decide(store, 's', 'a', { approved: false, note: 'no' });
    const whole = await opened(runtime());
    const answers = [{ approved: false, note: 'no' }, { approved: true }];
    expect(await whole.waitAll(asks)).toEqual(answers);
    await whole.release?.();
    expect(await (await opened(runtime())).waitAll(asks)).toEqual(answers);
  });

  it('J7, E7: the first one stands, also one that was there before the session', async () => {
    const { runtime, store } = createWorkshop();
    await decide(store, 's', 'a', true);
    expect(await decide(store, 's', 'a', false)).toBe(false);
    const session = await opened(runtime());
    expect(await session.waitAll(asks.slice(0, 1))).toEqual([{ approved: true }]);
  });

  it.each(['', 'yes', '"true"', '1', 'null', '{}', '{"approved":"yes"}'])(
    'J7: one that is none is refused where it is made; stored all the same, it is a no that says so: %j',
    async (text) => {
      const { runtime, store } = createWorkshop();
      await store.signal('s', 'a', text);
      const session = await opened(runtime());
      expect(await session.waitAll(asks.slice(0, 1))).toEqual([
        { approved: false, note: 'The decision could not be read' },
      ]);
      const value = text === '' ? undefined : JSON.parse(text === 'yes' ? '"yes"' : text);
      await expect(decide(store, 's', 'b', value)).rejects.toThrow(TypeError);
      expect([...(await store.signals('s')).keys()]).toEqual(['a']);
      await expect(decide(store, 's', '', true)).rejects.toMatchObject({ code: 'invalid_option' });
    },
  );

  it('one that nobody asks for is not read', async () => {
    const { runtime, store } = createWorkshop();
    await store.signal('s', 'other', 'anything');
    await store.signal('s', 'a', 'true');
    const session = await opened(runtime());
    expect(await session.waitAll(asks.slice(0, 1))).toEqual([{ approved: true }]);
  });

  it('a store that does not answer is an error of the journal, not of the run', async () => {
    const { runtime, store } = createWorkshop();
    const down = storeWith(store, { signals: () => Promise.reject(new Error('down')) });
    const session = await opened(runtime({ store: down }));
    const error = await rejectionOf(session.waitAll(asks));
    expect(isJournalError(error) && error.code).toBe('not_stored');
  });
});

describe('what a session waits for', () => {
  it('is still known when a run could not go on with it, and not once it has gone on', async () => {
    const { runtime, store } = createWorkshop();
    const first = await opened(runtime());
    await rejectionOf(first.waitAll(asks));
    await first.release?.();
    const other = { ...stamp, config: 'other' };
    expect(await rejectionOf(runtime().open(other))).toMatchObject({ code: 'stamp_mismatch' });
    expect(await store.list()).toMatchObject([{ waitingFor: ['a', 'b'] }]);
    const second = await opened(runtime());
    await second.step(stepOf('next', 1));
    await second.release?.();
    expect(await store.list()).toMatchObject([{ status: 'open' }]);
  });
});

it('J11: a run that was cancelled while it waited waits for nothing when it is finished', async () => {
  const { runtime, store } = createWorkshop();
  const session = await opened(runtime());
  await rejectionOf(session.waitAll(asks));
  await session.close(result);
  await session.release?.();
  const [summary] = await store.list();
  expect(summary?.status).toBe('finished');
  expect(summary).not.toHaveProperty('waitingFor');
});

describe('a finished session', () => {
  it('J11: gives its result to any number of readers at once, without a lease', async () => {
    const { runtime } = createWorkshop();
    const first = await opened(runtime());
    await first.close(result);
    // Its holder has not given it back yet.
    const readers = [runtime(), runtime(), runtime()];
    expect(await Promise.all(readers.map((reader) => reader.open(stamp)))).toEqual([
      result,
      result,
      result,
    ]);
    for (const reader of [first, ...readers]) await reader.release?.();
  });
});

describe('a fork', () => {
  const forkOf: ForkOrigin = { sessionId: 'original', seq: 7, effects: [] };
  const entries: JournalEntry[] = [
    { key: 'a', value: '"of the original"', inputDigest: 'd' },
    { key: 'b', value: '2' },
  ];
  const startFrom: JournalRecord = { sessionId: 's', entries, answers: {}, forkOf };

  it('begins with what the original had, and goes on by its name alone', async () => {
    const { runtime, store } = createWorkshop();
    const first = await opened(runtime({ startFrom }));
    expect(first.forkOf).toEqual(forkOf);
    expect(await first.step(storedStep('a', 'd'))).toBe('of the original');
    await first.release?.();
    const second = runtime();
    expect(second.forkOf).toBeUndefined();
    await second.open(stamp);
    expect(second.forkOf).toEqual(forkOf);
    expect(await second.step(storedStep('a', 'd'))).toBe('of the original');
    expect(await second.step(storedStep('b'))).toBe(2);
    expect(await second.step(stepOf('c', 'new'))).toBe('new');
    expect((await store.load('s'))!.records.map(({ key }) => key)).toEqual([
      'the header',
      'a',
      'b',
      'c',
    ]);
  });

  it('is taken over through the codec', async () => {
    const { runtime, store } = createWorkshop();
    const codec = {
      id: 'redaction',
      encode: (text: string) => text.replace('of the original', 'GONE'),
      decode: (text: string) => text,
    };
    const session = await opened(runtime({ startFrom, codec }));
    expect(await session.step(storedStep('a', 'd'))).toBe('GONE');
    expect(JSON.stringify(await store.load('s'))).not.toContain('of the original');
  });

  it('knows what was decided in the original', async () => {
    const { runtime } = createWorkshop();
    const decided = { ...startFrom, entries: [], answers: { a: { approved: true, note: 'yes' } } };
    await (await opened(runtime({ startFrom: decided }))).release?.();
    const session = await opened(runtime());
    expect(await session.waitAll(asks.slice(0, 1))).toEqual([{ approved: true, note: 'yes' }]);
  });

  it('that was begun by half is refused without the original, and completed with it', async () => {
    const { runtime, store } = createWorkshop();
    const full = storeWith(store, {
      append: async (id, epoch, record) =>
        record.key === 'b' ? Promise.reject(new Error('full')) : store.append(id, epoch, record),
    });
    await rejectionOf(runtime({ startFrom, store: full }).open(stamp));
    expect(await rejectionOf(runtime().open(stamp))).toMatchObject({
      code: 'corrupt_journal',
      key: '2',
      message: expect.stringContaining('give startFrom again'),
    });
    const session = await opened(runtime({ startFrom }));
    expect(await session.step(storedStep('a', 'd'))).toBe('of the original');
    expect(await session.step(storedStep('b'))).toBe(2);
  });

  it('J3: keeps what its original did, whatever is given later', async () => {
    const { runtime } = createWorkshop();
    const did = [
      { id: 'o/pay/1/0', tool: 'pay', args: {}, status: 'committed' as const, stepKeys: [] },
    ];
    const whole = { ...startFrom, forkOf: { ...forkOf, effects: did } };
    const first = await opened(runtime({ startFrom: whole }));
    expect(first.forkOf?.effects).toEqual(did);
    await first.release?.();
    const error = await rejectionOf(runtime({ startFrom }).open(stamp));
    expect(error).toMatchObject({ code: 'stamp_mismatch', key: 'startFrom' });
    const again = await opened(runtime({ startFrom: whole }));
    expect(again.forkOf?.effects).toEqual(did);
  });

  it('leaves no decisions behind when its header was not stored', async () => {
    const { runtime, store } = createWorkshop();
    const answers = { a: { approved: true } };
    const full = storeWith(store, { append: () => Promise.reject(new Error('full')) });
    await rejectionOf(runtime({ startFrom: { ...startFrom, answers }, store: full }).open(stamp));
    const session = await opened(runtime());
    expect(isSuspended(await rejectionOf(session.waitAll(asks)))).toBe(true);
  });

  it.each<[string, JournalRecord | undefined, JournalRecord]>([
    ['of another event', startFrom, { ...startFrom, forkOf: { ...forkOf, seq: 8 } }],
    ['of another session', startFrom, { ...startFrom, forkOf: { ...forkOf, sessionId: 'other' } }],
    ['with other steps', startFrom, { ...startFrom, entries: entries.slice(1) }],
    ['that was begun as none', undefined, startFrom],
  ])('is no fork %s', async (_, begun, asked) => {
    const { runtime } = createWorkshop();
    await (await opened(runtime({ startFrom: begun }))).release?.();
    expect(await rejectionOf(runtime({ startFrom: asked }).open(stamp))).toMatchObject({
      code: 'stamp_mismatch',
      key: 'startFrom',
    });
  });
});

describe('the options', () => {
  const { store } = createWorkshop();

  it('have defaults', () => {
    expect(journalDefaults).toEqual({ ttlMs: 30_000, keepMs: 86_400_000 });
    expect(journalRuntime({ store, sessionId: 's' }).sessionId).toBe('s');
  });

  it.each([
    { store: {} },
    { sessionId: ' ' },
    { sessionId: 5 },
    { ttlMs: 9 },
    { keepMs: -1 },
    { codec: { encode: (text: string) => text, decode: (text: string) => text } },
    { now: 5 },
    { startFrom: { sessionId: 's' } },
    { startFrom: { sessionId: 's', entries: [{ key: 'a', value: 'no JSON' }], answers: {} } },
    { startFrom: { sessionId: 's', entries: [{ key: 'the header', value: '1' }], answers: {} } },
    {
      startFrom: {
        sessionId: 's',
        entries: ['a', 'a'].map((key) => ({ key, value: '1' })),
        answers: {},
      },
    },
    { startFrom: { sessionId: 's', entries: [], answers: { a: 'maybe' } } },
    { startFrom: { sessionId: 's', entries: [], answers: {}, forkOf: 'x' } },
    { startFrom: { sessionId: 'other', entries: [], answers: {} } },
    { ttl: 5 },
  ])('are checked: %j', (wrong) => {
    expect(() => journalRuntime({ store, sessionId: 's', ...wrong } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });
});
