import { type DurableEvent, journalFromEvents } from '@loopwright/agent-run';
import { decide } from '@loopwright/durable';
import { type ReactOptions, runReact } from '@loopwright/react-loop';
import { createToolRegistry, redactSecrets, type Tool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { createFakeClock, createWorld, runWaves, turnModel } from '../src/index.ts';
import { createDurableWorld, ttlMs } from './durable-support.ts';
import { bankTools, call, tool, turns } from './support.ts';

type Options = Partial<ReactOptions<unknown>> & { moreTools?: readonly Tool[] };

/** A world, a store, and one configuration of a run that can be started again and again. */
function createBank(calls = [call('search', { q: 1 }), call('transfer', { eur: 5 })]) {
  const durable = createDurableWorld();
  const world = createWorld();
  let modelCalls = 0;
  const model = turnModel(turns(...calls));
  const counted = {
    ...model,
    generate: (...given: Parameters<typeof model.generate>) => {
      modelCalls += 1;
      return model.generate(...given);
    },
  };
  const start = ({ moreTools = [], ...options }: Options = {}) =>
    runReact<unknown>({
      task: 'Find out.',
      model: counted,
      tools: createToolRegistry({ tools: [...bankTools(world), ...moreTools] }),
      now: createFakeClock().now,
      runtime: durable.runtime(),
      ...options,
      limits: { retryDelayMs: 0, ...options.limits },
    });
  return { ...durable, world, start, modelCalls: () => modelCalls };
}

function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.fail(`it resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

describe('a run over a durable session', () => {
  it('CKPT-004: a finished one gives its result to whoever starts it again', async () => {
    const { start, world, modelCalls } = createBank();
    const result = await start();
    expect(await start()).toEqual(result);
    expect([result.stopReason, modelCalls(), world.commits]).toEqual([
      'final',
      3,
      ['transfer {"eur":5}'],
    ]);
  });

  it('CKPT-013: of two starts at once one acts, and the other is told that it runs', async () => {
    const { start, world } = createBank();
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(reasons).toEqual(['in_use', 'in_use']);
    expect(world.commits).toEqual(['transfer {"eur":5}']);
  });

  const changes: [string, Options][] = [
    ['task', { task: 'Something else.' }],
    ['prompt', { instructions: 'Be brief.' }],
    ['limit', { limits: { maxSteps: 7 } }],
    ['tool', { moreTools: [tool('more', 'pure', () => 1)] }],
    ['model', { model: { ...turnModel([]), id: 'another' } }],
  ];
  it.each(changes)('J6: a changed %s is refused before anything runs', async (_, change) => {
    const bank = createBank([call('wire', { eur: 7 })]);
    expect((await bank.start()).status).toBe('suspended');
    const before = [await bank.store.load('session'), bank.modelCalls()];
    expect(await rejectionOf(bank.start(change))).toMatchObject({
      code: 'stamp_mismatch',
      key: 'config',
    });
    expect([await bank.store.load('session'), bank.modelCalls()]).toEqual(before);
    // The session is free at once, for the configuration that it was started under.
    expect((await bank.start()).status).toBe('suspended');
  });

  it('another version of a strategy is refused', async () => {
    const { runtime } = createDurableWorld();
    const first = runtime();
    await first.open({ strategy: 'react', version: 1, config: 'c' });
    await first.release?.();
    const error = await rejectionOf(runtime().open({ strategy: 'react', version: 2, config: 'c' }));
    expect(error).toMatchObject({ code: 'stamp_mismatch', key: 'version' });
  });

  it('E7: an approval that another process signals is taken, and given once', async () => {
    const { start, store, world, modelCalls } = createBank([call('wire', { eur: 7 })]);
    expect(await start()).toMatchObject({ status: 'suspended', pending: [{ key: 'act:0:0' }] });
    expect(await store.list()).toMatchObject([{ status: 'waiting', waitingFor: ['act:0:0'] }]);
    expect(await decide(store, 'session', 'act:0:0', true)).toBe(true);
    expect(await decide(store, 'session', 'act:0:0', false)).toBe(false);
    expect((await start()).stopReason).toBe('final');
    expect([world.commits, modelCalls()]).toEqual([['wire {"eur":7}'], 2]);
  });

  it('J3, R12: a once call that was in flight when its process was fenced is unknown to the next', async () => {
    const bank = createBank([call('slow', { eur: 9 })]);
    let resume = (_: string) => {};
    let started = () => {};
    const isRunning = new Promise<void>((resolve) => {
      started = resolve;
    });
    const slow = tool('slow', 'once', (args) => {
      started();
      return new Promise((resolve) => {
        resume = () => resolve(bank.world.commit('slow', args) ?? 'done');
      });
    });
    const first = rejectionOf(bank.start({ moreTools: [slow] }));
    await isRunning;
    bank.pass(ttlMs + 1);
    const second = await bank.start({ moreTools: [slow] });
    resume('now');
    expect(await first).toMatchObject({ code: 'fenced', key: 'act:0:0' });
    expect(second.effects).toMatchObject([{ tool: 'slow', status: 'unknown' }]);
    // What the paused process did after all is what was told as unknown.
    expect(bank.world.commits).toEqual(['slow {"eur":9}']);
    expect(await bank.start({ moreTools: [slow] })).toEqual(second);
  });

  it('SIGTERM: a run that is left gives its session back at once', async () => {
    const bank = createBank();
    const leave = new AbortController();
    const left = await bank.start({
      detach: leave.signal,
      onEvent: ({ type }) => {
        if (type === 'step') leave.abort();
      },
    });
    expect(left.stopReason).toBe('detached');
    expect(bank.world.commits).toEqual([]);
    expect((await bank.start()).stopReason).toBe('final');
    expect([bank.world.commits, bank.modelCalls()]).toEqual([['transfer {"eur":5}'], 3]);
  });

  it('SEC-014: what a codec redacts is in no store and in no request, live as on replay', async () => {
    const { store, runtime } = createDurableWorld();
    const codec = {
      id: 'redaction',
      encode: (text: string) => JSON.stringify(redactSecrets(JSON.parse(text))),
      decode: (text: string) => text,
    };
    const printed = tool('env', 'pure', () => 'DB_PASSWORD=e3r4t5\nHOME=/home/ada');
    const told: string[][] = [];
    const asked: string[] = [];
    const start = () => {
      const events: string[] = [];
      told.push(events);
      const model = turnModel(turns(call('env')));
      return runReact<unknown>({
        task: 'Look around.',
        model: {
          ...model,
          generate: (request, options) => {
            asked.push(JSON.stringify(request));
            return model.generate(request, options);
          },
        },
        tools: createToolRegistry({ tools: [printed, ...bankTools(createWorld())] }),
        now: createFakeClock().now,
        runtime: runtime({ codec }),
        onEvent: (event) => events.push(JSON.stringify(event)),
      });
    };
    const result = await start();
    expect(result.stopReason).toBe('final');
    expect(asked.at(-1)).toContain('HOME=/home/ada');
    expect(JSON.stringify([await store.load('session'), result, told, asked])).not.toContain(
      'e3r4t5',
    );
    expect(await start()).toEqual(result);
  });
});

describe('R12: a fork over a durable session', () => {
  it('asks for what its original did, also where it is opened by its name alone', async () => {
    const world = createWorld();
    const events: DurableEvent[] = [];
    const start = (options: Partial<Parameters<typeof runWaves>[0]> = {}) =>
      runWaves({
        tools: createToolRegistry({ tools: bankTools(world) }),
        now: createFakeClock().now,
        waves: [[call('transfer', { eur: 5 })]],
        ...options,
      });
    await start({ onEvent: (event) => events.push(event) });
    const startFrom = journalFromEvents(events, { atSeq: 0, sessionId: 'session' });
    const { runtime } = createDurableWorld();
    const first = await start({ runtime: runtime({ startFrom }) });
    const second = await start({ runtime: runtime() });
    expect([first.status, second.status]).toEqual(['suspended', 'suspended']);
    expect(world.commits).toEqual(['transfer {"eur":5}']);
  });

  it('J3: a redactor that hits the digests of effects makes it ask more, never less', async () => {
    const world = createWorld();
    const events: DurableEvent[] = [];
    const codec = {
      id: 'no hex',
      encode: (text: string) => text.replace(/\b[0-9a-f]{32,}\b/g, '[redacted]'),
      decode: (text: string) => text,
    };
    const start = (options: Partial<Parameters<typeof runWaves>[0]> = {}) =>
      runWaves({
        tools: createToolRegistry({ tools: bankTools(world) }),
        now: createFakeClock().now,
        waves: [[call('transfer', { eur: 5 })]],
        ...options,
      });
    const original = createDurableWorld().runtime({ codec });
    await start({ runtime: original, onEvent: (event) => events.push(event) });
    const startFrom = journalFromEvents(events, { atSeq: 0, sessionId: 'session' });
    const { runtime } = createDurableWorld();
    for (const options of [{ startFrom }, {}, { startFrom }]) {
      const fork = await start({ runtime: runtime({ codec, ...options }) });
      expect(fork.status).toBe('suspended');
    }
    expect(world.commits).toEqual(['transfer {"eur":5}']);
  });
});
