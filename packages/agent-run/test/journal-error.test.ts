import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MemoryJournal, Outcome, Run } from '../src/index.ts';
import { createMemoryJournal, isJournalError, runStrategy } from '../src/index.ts';
import {
  advisor,
  ask,
  call,
  cut,
  done,
  echo,
  guard,
  payTool,
  rejectionOf,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
  tool,
} from './support.ts';

describe('a journal refuses', () => {
  async function refusal(running: Promise<unknown>) {
    const error = await rejectionOf(running);
    if (!isJournalError(error)) throw error;
    return error;
  }

  const oneStep = async (run: Run): Promise<Outcome> => {
    await run.think(ask('one'), 'actor');
    await stepWith(run, call('echo'));
    return done;
  };

  /** A session of `oneStep` that died after its model call. */
  async function halfDone(options: SpecOptions = {}): Promise<MemoryJournal> {
    const journal = createMemoryJournal();
    await runStrategy(specOf({ model: scripted(['a']), runtime: journal, ...options }), oneStep);
    return createMemoryJournal(cut(journal.record(), 2));
  }

  const changes: [string, SpecOptions][] = [
    ['task', { task: 'Another task.' }],
    ['limit', { limits: { maxSteps: 11 } }],
    ['allowance', { allowance: { actor: 11 } }],
    ['model', { model: scripted([], { id: 'other' }) }],
    ['tool', { tools: [echo, payTool().pay] }],
    ['tool options', { tools: [tool('echo', 'pure', (args) => args, { timeoutMs: 1_000 })] }],
    ['tool effect', { tools: [tool('echo', 'idempotent', (args) => args)] }],
    ['tool arguments', { tools: [tool('echo', 'pure', (args) => args, { input: z.object({}) })] }],
    ['approval', { tools: [tool('echo', 'pure', (args) => args, { approval: true })] }],
    ['guard', { guards: [guard(() => undefined)] }],
    ['advisor', { advisors: [advisor(() => undefined)] }],
    ['price', { prices: { a: { inputPerMillionUsd: 1, outputPerMillionUsd: 2 } } }],
    ['configuration', { configuration: { prompt: 'other' } }],
  ];

  it.each(changes)('to resume a session under another %s', async (_, change) => {
    const journal = await halfDone();
    const error = await refusal(runStrategy(specOf({ runtime: journal, ...change }), oneStep));
    expect(error).toMatchObject({ code: 'stamp_mismatch', key: 'config' });
    expect(error.message).toContain('fork');
  });

  it('to give the result of a finished session to another configuration', async () => {
    const journal = createMemoryJournal();
    await runStrategy(specOf({ runtime: journal }), async () => done);
    const other = specOf({ runtime: journal, task: 'Another task.' });
    expect((await refusal(runStrategy(other, async () => done))).code).toBe('stamp_mismatch');
  });

  it.each([
    ['strategy', { name: 'other', version: 1 }, 'strategy test, not other'],
    ['version', { name: 'test', version: 2 }, 'version 1, not 2'],
  ])('another %s, and says which', async (key, strategy, words) => {
    const journal = await halfDone();
    const error = await refusal(runStrategy(specOf({ runtime: journal, strategy }), oneStep));
    expect(error).toMatchObject({ code: 'stamp_mismatch', key });
    expect(error.message).toContain(words);
  });

  it('options of guards and advisors belong to the configuration', async () => {
    const before: SpecOptions = {
      guards: [guard(() => undefined, { options: { window: 6 } })],
      advisors: [advisor(() => undefined, { options: { when: 'each' } })],
    };
    const journal = await halfDone(before);
    const same = specOf({ runtime: createMemoryJournal(journal.record()), ...before });
    expect((await runStrategy(same, oneStep)).status).toBe('solved');
    const after = { ...before, guards: [guard(() => undefined, { options: { window: 4 } })] };
    const other = specOf({ runtime: journal, ...after });
    expect((await refusal(runStrategy(other, oneStep))).code).toBe('stamp_mismatch');
    const advice = [advisor(() => undefined, { options: { when: 'failures' } })];
    const another = specOf({ runtime: await halfDone(before), ...before, advisors: advice });
    expect((await refusal(runStrategy(another, oneStep))).code).toBe('stamp_mismatch');
  });

  it('CKPT-017: a stored step that was made for another input', async () => {
    const journal = await halfDone();
    const error = await refusal(
      runStrategy(specOf({ runtime: journal }), async (run) => {
        await run.think(ask('another question'), 'actor');
        return done;
      }),
    );
    expect(error).toMatchObject({ code: 'replay_mismatch', key: 'actor:0' });
    expect(error.message).toContain('another input');
  });

  it('to run other I/O while a stored step was not asked for', async () => {
    let started = 0;
    const error = await refusal(
      runStrategy(specOf({ runtime: await halfDone() }), async (run) => {
        await run.io('count', async () => ++started);
        return done;
      }),
    );
    expect(error).toMatchObject({ code: 'replay_mismatch', key: 'actor:0' });
    expect(started).toBe(0);
  });

  it('to make any call while a stored step was not asked for', async () => {
    const journal = await halfDone();
    let started = 0;
    const error = await refusal(
      runStrategy(
        specOf({ runtime: journal, tools: [tool('echo', 'pure', () => ++started)] }),
        async (run) => {
          await stepWith(run, call('echo'));
          return done;
        },
      ),
    );
    expect(error).toMatchObject({ code: 'replay_mismatch', key: 'actor:0' });
    expect(error.message).toContain('before act:0:0');
    expect(started).toBe(0);
  });

  it('to close a session in which a stored step was not asked for', async () => {
    const journal = await halfDone();
    const error = await refusal(runStrategy(specOf({ runtime: journal }), async () => done));
    expect(error).toMatchObject({ code: 'replay_mismatch', key: 'actor:0' });
    expect(journal.record().result).toBeUndefined();
  });

  it('to ask for a decision while a stored step was not asked for', async () => {
    const approval = { tools: [tool('echo', 'pure', (args) => args, { approval: true })] };
    const journal = createMemoryJournal();
    await runStrategy(specOf({ model: scripted(['a']), runtime: journal, ...approval }), oneStep);
    const error = await refusal(
      runStrategy(
        specOf({ runtime: createMemoryJournal(journal.record()), ...approval }),
        async (run) => {
          await stepWith(run, call('echo'));
          return done;
        },
      ),
    );
    expect(error.code).toBe('replay_mismatch');
  });

  it('two steps under one key', async () => {
    const journal = createMemoryJournal();
    await journal.open({ strategy: 's', version: 1, config: 'c' });
    const step = { key: 'k', run: async () => 1 };
    expect(await journal.step(step)).toBe(1);
    expect(await refusal(journal.step(step))).toMatchObject({ code: 'duplicate_key', key: 'k' });
    expect(
      (
        await refusal(
          journal.all([
            { key: 'l', run: step.run },
            { key: 'l', run: step.run },
          ]),
        )
      ).code,
    ).toBe('duplicate_key');
  });

  it('to go on when an entry was not stored, and user code cannot hide it', async () => {
    const cause = new Error('disk full');
    const stored: string[] = [];
    const journal = createMemoryJournal(
      {},
      {
        append: async (entry) => {
          if ('key' in entry && entry.key === 'actor:0') throw cause;
          stored.push('key' in entry ? entry.key : 'result');
        },
      },
    );
    const spec = specOf({ model: scripted(['a']), runtime: journal });
    const error = await refusal(
      runStrategy(spec, async (run) => {
        await run.think(ask('one'), 'actor').catch(() => {});
        return done;
      }),
    );
    expect(error).toMatchObject({ code: 'not_stored', key: 'actor:0', cause });
    expect(stored).toEqual(['started']);
    expect(journal.record().entries.map(({ key }) => key)).toEqual(['started']);
  });

  it('to say that a run ended when its result was not stored', async () => {
    const journal = createMemoryJournal(
      {},
      {
        append: (entry) => {
          if ('result' in entry) throw new Error('disk full');
        },
      },
    );
    const spec = specOf({ runtime: journal });
    expect((await refusal(runStrategy(spec, async () => done))).code).toBe('not_stored');
    expect(journal.record().result).toBeUndefined();
  });

  it('with an error that is recognised by its brand', () => {
    const brand = Symbol.for('@loopwright/agent-run/journal-error');
    expect(isJournalError({ [brand]: true })).toBe(true);
    expect(isJournalError(new Error('x'))).toBe(false);
    expect(isJournalError(undefined)).toBe(false);
  });
});
