import {
  createMemoryJournal,
  type DurableEvent,
  type GuardFactory,
  type JournalRecord,
  journalFromEvents,
  type MemoryJournal,
  runStrategy,
} from '@loopwright/agent-run';
import { type ReactOptions, runReact } from '@loopwright/react-loop';
import { createToolRegistry, type Tool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  createFakeClock,
  createWorld,
  finalText,
  pureModel,
  runWaves,
  turnModel,
  type World,
} from '../src/index.ts';
import { bankTools, call, tool, turns } from './support.ts';

type Options = Partial<Omit<ReactOptions<unknown>, 'tools'>> & { tools?: readonly Tool[] };

function transferLife(world: World, runtime: MemoryJournal, options: Options = {}) {
  const { tools = bankTools(world), ...rest } = options;
  return runReact<unknown>({
    task: 'Move money.',
    model: turnModel(turns(call('search'), call('transfer', { eur: 500 }))),
    now: createFakeClock().now,
    ...rest,
    tools: createToolRegistry({ tools }),
    runtime,
  });
}

/** A run whose process died after the transfer was stored. */
async function diedAfterTransfer(): Promise<{ world: World; stored: JournalRecord }> {
  const world = createWorld();
  const journal = createMemoryJournal(
    {},
    {
      append(entry) {
        if ('key' in entry && entry.key === 'actor:2') throw new Error('the process died');
      },
    },
  );
  await expect(transferLife(world, journal)).rejects.toThrow('could not be stored');
  return { world, stored: journal.record() };
}

/** The same record without its stamp: as if the store had lost it. */
function withoutStamp({ stamp: _, ...rest }: JournalRecord): Partial<JournalRecord> {
  return rest;
}

const otherConfigurations: [string, (world: World) => Options][] = [
  ['a lowered limit', () => ({ limits: { maxToolCalls: 1 } })],
  [
    'a tool less',
    (world) => ({ tools: bankTools(world).filter(({ name }) => name !== 'transfer') }),
  ],
  [
    'a tool of another effect',
    (world) => ({
      tools: bankTools(world).map((each) =>
        each.name === 'transfer' ? tool('transfer', 'pure', () => 'moved') : each,
      ),
    }),
  ],
  ['another task', () => ({ task: 'Move more money.' })],
  ['another model', () => ({ model: turnModel([finalText('x')], { id: 'other' }) })],
  ['other instructions', () => ({ instructions: 'Be careful.' })],
  ['other thresholds of a guard', () => ({ errorLimit: { maxConsecutiveErrors: 5 } })],
  ['a guard less', () => ({ loop: false })],
  ['an advisor more', () => ({ advisors: [{ name: 'new', advise: () => undefined }] })],
  ['a synthesis', () => ({ synthesis: 'model' })],
];

describe('a run is not resumed as another one', () => {
  it.each(otherConfigurations)('R12: %s is refused before anything runs', async (_, optionsOf) => {
    const { world, stored } = await diedAfterTransfer();
    const starts = world.starts;
    const run = transferLife(world, createMemoryJournal(stored), optionsOf(world));
    await expect(run).rejects.toMatchObject({ code: 'stamp_mismatch' });
    expect(world.starts).toBe(starts);
  });

  it.each(otherConfigurations.slice(0, 2))(
    'R12: with %s a stored entry would not be asked for, and that is refused, too',
    async (_, optionsOf) => {
      const { world, stored } = await diedAfterTransfer();
      const journal = createMemoryJournal(withoutStamp(stored));
      await expect(transferLife(world, journal, optionsOf(world))).rejects.toMatchObject({
        code: 'replay_mismatch',
      });
    },
  );

  it('R12: a model that is asked something else is not given the stored reply', async () => {
    const { world, stored } = await diedAfterTransfer();
    const journal = createMemoryJournal(withoutStamp(stored));
    const options = { instructions: 'Be careful.' };
    await expect(transferLife(world, journal, options)).rejects.toMatchObject({
      code: 'replay_mismatch',
      key: expect.stringMatching(/started|actor:0/),
    });
  });

  it('R12: a run that would end before its stored entries were asked for is refused', async () => {
    const { world, stored } = await diedAfterTransfer();
    const kept = stored.entries.filter(({ key }) => key === 'started' || key.startsWith('act:1'));
    const journal = createMemoryJournal({ ...stored, entries: kept });
    const run = transferLife(world, journal, { model: turnModel([finalText('x')]) });
    await expect(run).rejects.toMatchObject({ code: 'replay_mismatch' });
  });

  it('R12: the same configuration goes on, and the transfer happens once', async () => {
    const { world, stored } = await diedAfterTransfer();
    const result = await transferLife(world, createMemoryJournal(stored));
    expect(result).toMatchObject({ status: 'solved', effects: [{ status: 'committed' }] });
    expect(world.commits).toEqual(['transfer {"eur":500}']);
  });

  it('R9: a finished run gives its result again and asks nobody', async () => {
    const world = createWorld();
    const journal = createMemoryJournal();
    const first = await transferLife(world, journal);
    const events: DurableEvent[] = [];
    const silent = pureModel(
      () => {
        throw new Error('asked again');
      },
      { id: 'turns' },
    );
    const again = await transferLife(world, createMemoryJournal(journal.record()), {
      model: silent,
      onEvent: (event) => events.push(event),
    });
    expect(again).toEqual(first);
    expect([world.starts, events]).toEqual([2, []]);
  });
});

describe('what user code asked of the world is stored', () => {
  it('R17: a guard with I/O that answers otherwise in another life is not asked again', async () => {
    const judge = (text: string): GuardFactory => {
      return () => ({ name: 'service', io: true, judge: async () => ({ kind: 'hint', text }) });
    };
    const world = createWorld();
    const dies = createMemoryJournal(
      {},
      {
        append(entry) {
          if ('key' in entry && entry.key === 'actor:1') throw new Error('the process died');
        },
      },
    );
    const first = transferLife(world, dies, { guards: [judge('said first')] });
    await expect(first).rejects.toThrow('could not be stored');
    const guards = [judge('said later')];
    const result = await transferLife(world, createMemoryJournal(dies.record()), { guards });
    expect(result.steps.map(({ notes }) => notes)).toEqual([['said first'], ['said later'], []]);
  });

  it('R12: I/O of a strategy is stored, whether it works or fails', async () => {
    const world = createWorld();
    const events: DurableEvent[] = [];
    const life = (runtime: MemoryJournal, say: () => Promise<string>) =>
      runStrategy<unknown>(
        {
          strategy: { name: 'io', version: 1 },
          task: 'Ask.',
          tools: createToolRegistry({ tools: bankTools(world) }),
          models: { default: turnModel(['']) },
          allowance: {},
          now: createFakeClock().now,
          runtime,
          onEvent: (event) => events.push(event),
        },
        async (run) => {
          const said = [];
          for (const name of ['first', 'second']) {
            said.push(await run.io(name, say).catch((error: Error) => `failed: ${error.message}`));
          }
          await run.act([call('search')]);
          return { stopReason: 'final', answer: said };
        },
      );
    let asked = 0;
    const original = await life(createMemoryJournal(), async () => {
      asked += 1;
      if (asked === 1) throw new Error('down');
      return 'up';
    });
    expect(original).toMatchObject({ answer: [expect.stringContaining('down'), 'up'] });
    const replay = createMemoryJournal(journalFromEvents(events));
    expect(await life(replay, async () => 'asked again')).toEqual(original);
  });
});

describe('a run is forked', () => {
  const approveAll = { approve: async (pending: readonly unknown[]) => pending.map(() => true) };

  async function recorded(runtime: MemoryJournal, world: World, options: Options = {}) {
    const events: DurableEvent[] = [];
    const onEvent = (event: DurableEvent) => void events.push(event);
    const result = await transferLife(world, runtime, { ...options, onEvent });
    return { result, events };
  }

  /** The number of the first event after step `n`. */
  function afterStep(events: readonly DurableEvent[], n: number): number {
    return events.filter(({ type }) => type === 'step')[n - 1]!.seq + 1;
  }

  it('R12: an effect that the original had after the fork needs approval', async () => {
    const world = createWorld();
    const original = await recorded(createMemoryJournal(), world);
    const atSeq = afterStep(original.events, 1);
    const fork = createMemoryJournal(journalFromEvents(original.events, { atSeq }));
    const { result, events } = await recorded(fork, world);
    expect(fork.sessionId).not.toBe(
      original.events[0]?.type === 'started' && original.events[0].sessionId,
    );
    expect(result).toMatchObject({
      status: 'suspended',
      pending: [{ call: { tool: 'transfer', args: { eur: 500 } } }],
    });
    expect(world.commits).toHaveLength(1);
    expect(events.slice(1, atSeq)).toEqual(original.events.slice(1, atSeq));
  });

  it('R12: an effect before the fork is taken over and not made again', async () => {
    const world = createWorld();
    const original = await recorded(createMemoryJournal(), world);
    const atSeq = afterStep(original.events, 2);
    const fork = createMemoryJournal(journalFromEvents(original.events, { atSeq }));
    const { result } = await recorded(fork, world);
    expect(result).toMatchObject({ status: 'solved', effects: [{ status: 'committed' }] });
    expect(world.commits).toHaveLength(1);
  });

  it('R12: of two identical calls the one before the fork is taken over, the other asked for', async () => {
    const world = createWorld();
    const model = turnModel(turns(call('pay', { eur: 1 }), call('pay', { eur: 1 })));
    const original = await recorded(createMemoryJournal(), world, { model });
    const atSeq = afterStep(original.events, 1);
    const fork = createMemoryJournal(journalFromEvents(original.events, { atSeq }));
    const { result } = await recorded(fork, world, { model });
    expect(result).toMatchObject({ status: 'suspended', pending: [{ key: 'act:1:0' }] });
  });

  it('R12: a fork inside a wave leaves where the wave begins', async () => {
    const original = await recorded(createMemoryJournal(), createWorld());
    const intent = original.events.find(({ type }) => type === 'intent')!.seq;
    const record = journalFromEvents(original.events, { atSeq: intent + 1 });
    expect(record.forkOf?.seq).toBe(intent);
    expect(record.entries.some(({ key }) => key.endsWith('/intent'))).toBe(false);
  });

  it('R12: of a wave that is forked in two nothing is taken over, and all of it is asked for', async () => {
    const world = createWorld();
    const events: DurableEvent[] = [];
    const life = (runtime: MemoryJournal, onEvent = (_: DurableEvent) => {}) =>
      runWaves({
        tools: createToolRegistry({ tools: bankTools(world) }),
        waves: [[call('pay', { eur: 1 }), call('pay', { eur: 2 })]],
        now: createFakeClock().now,
        runtime,
        onEvent,
      });
    await life(createMemoryJournal(), (event) => events.push(event));
    const atSeq = events.findLast(({ type }) => type === 'tool')!.seq;
    const result = await life(createMemoryJournal(journalFromEvents(events, { atSeq })));
    expect(result).toMatchObject({ pending: [{ key: 'act:0:0' }, { key: 'act:0:1' }] });
    expect(world.commits).toHaveLength(2);
  });

  it('R12: a fork can be replayed from its own events', async () => {
    const world = createWorld();
    const original = await recorded(createMemoryJournal(), world);
    const atSeq = afterStep(original.events, 1);
    const record = journalFromEvents(original.events, { atSeq });
    const fork = await recorded(createMemoryJournal(record), world, approveAll);
    expect(fork.result.status).toBe('solved');
    const starts = world.starts;
    const journal = createMemoryJournal(journalFromEvents(fork.events));
    expect(await recorded(journal, world, approveAll)).toEqual(fork);
    expect(world.starts).toBe(starts);
  });

  it('R12: a fork of a fork knows what the first original had done', async () => {
    const world = createWorld();
    const original = await recorded(createMemoryJournal(), world);
    const first = journalFromEvents(original.events, { atSeq: afterStep(original.events, 1) });
    const waiting = await recorded(createMemoryJournal(first), world);
    const again = journalFromEvents(waiting.events, { atSeq: 1 });
    const { result } = await recorded(createMemoryJournal(again), world);
    expect(result).toMatchObject({
      status: 'suspended',
      pending: [{ call: { tool: 'transfer' } }],
    });
    expect(world.commits).toHaveLength(1);
  });
});
