import { describe, expect, it } from 'vitest';
import type { DurableEvent, LiveEvent, Model, Outcome, Run, RunHandle } from '../src/index.ts';
import {
  createMemoryJournal,
  isConfigurationError,
  runStrategy,
  startStrategy,
} from '../src/index.ts';
import {
  ask,
  call,
  done,
  payTool,
  recorder,
  rejectionOf,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
  tool,
} from './support.ts';

async function readAll(handle: RunHandle<unknown>): Promise<(DurableEvent | LiveEvent)[]> {
  const events: (DurableEvent | LiveEvent)[] = [];
  for await (const event of handle.events) events.push(event);
  return events;
}

async function workAndAnswer(run: Run): Promise<Outcome> {
  await run.think(ask('x'), 'actor');
  await stepWith(run, call('echo'));
  return done;
}

/** A model that never answers, and a promise that it was asked. */
function waitingModel(): { model: Model; asked: Promise<void> } {
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const generate = () => {
    tell();
    return new Promise<never>(() => {});
  };
  return { model: { id: 'scripted', generate }, asked };
}

describe('the events of a handle', () => {
  const expected = ['started', 'model', 'tool_started', 'tool', 'step', 'finished'];

  it('are all there, durable and live, when they are read while the run goes on', async () => {
    const handle = startStrategy(specOf({ model: scripted(['a']) }), workAndAnswer);
    const events = await readAll(handle);
    expect(events.map(({ type }) => type)).toEqual(expected);
    expect(await handle.result).toMatchObject({ status: 'solved' });
  });

  it('are all there when they are read after the run', async () => {
    const handle = startStrategy(specOf({ model: scripted(['a']) }), workAndAnswer);
    await handle.result;
    expect((await readAll(handle)).map(({ type }) => type)).toEqual(expected);
  });

  it('come one by one: the reader does not wait for the end of the run', async () => {
    const { model, asked } = waitingModel();
    const handle = startStrategy(specOf({ model }), workAndAnswer);
    await asked;
    const reader = handle.events[Symbol.asyncIterator]();
    expect((await reader.next()).value).toMatchObject({ type: 'started' });
    const next = reader.next();
    handle.cancel();
    expect((await next).value).toMatchObject({ type: 'model', error: { kind: 'aborted' } });
  });

  it('wait for a reader who is slow', async () => {
    let answer = (_: { text: string }) => {};
    const generate = () =>
      new Promise<{ text: string }>((resolve) => {
        answer = resolve;
      });
    const handle = startStrategy(specOf({ model: { id: 'm', generate } }), workAndAnswer);
    const types: string[] = [];
    for await (const { type } of handle.events) {
      types.push(type);
      answer({ text: 'go' });
      await handle.result;
    }
    expect(types).toEqual(expected);
  });

  it('hold the deltas of a streamed reply', async () => {
    const model: Model = {
      id: 'scripted',
      streams: true,
      generate: async (_, { onDelta }) => {
        for (const part of ['fo', 'ur']) onDelta(part);
        return { text: 'four' };
      },
    };
    const events = await readAll(startStrategy(specOf({ model }), workAndAnswer));
    expect(events.slice(1, 3)).toEqual([
      { type: 'delta', key: 'actor:0', attempt: 1, text: 'fo', after: 0 },
      { type: 'delta', key: 'actor:0', attempt: 1, text: 'ur', after: 0 },
    ]);
  });

  it('end also when the run is refused', async () => {
    const handle = startStrategy(specOf({ limits: { maxSteps: 0 } }), workAndAnswer);
    expect(await readAll(handle)).toEqual([]);
    expect(isConfigurationError(await rejectionOf(handle.result))).toBe(true);
  });

  it('go to the sinks of the options as well', async () => {
    const { events, onEvent } = recorder();
    const live: LiveEvent[] = [];
    const handle = startStrategy(
      specOf({ model: scripted(['a']), onEvent, onLive: (event) => live.push(event) }),
      workAndAnswer,
    );
    const all = await readAll(handle);
    expect([...events, ...live]).toHaveLength(all.length);
    expect(live.map(({ type }) => type)).toEqual(['tool_started']);
  });
});

describe('a sink', () => {
  it('that throws is not heard', async () => {
    const sinks: SpecOptions = {
      onEvent: () => {
        throw new Error('disk full');
      },
      onLive: () => {
        throw new Error('socket closed');
      },
    };
    const spec = () => specOf({ model: scripted(['a']), ...sinks });
    expect(await runStrategy(spec(), workAndAnswer)).toMatchObject({ status: 'solved' });
    const handle = startStrategy(spec(), workAndAnswer);
    expect(await readAll(handle)).toHaveLength(6);
    expect(await handle.result).toMatchObject({ status: 'solved', flags: [] });
  });
});

describe('leaving a run', () => {
  it('R9: cancel is a decision: stored, final, and the same when the session is opened again', async () => {
    const { model, asked } = waitingModel();
    const runtime = createMemoryJournal();
    const handle = startStrategy(specOf({ model, runtime }), workAndAnswer);
    await asked;
    handle.cancel();
    const result = await handle.result;
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    const again = await runStrategy(specOf({ model: scripted(['a']), runtime }), workAndAnswer);
    expect(again).toEqual(result);
  });

  it('R9: detach decides nothing: the run is suspended and can be resumed', async () => {
    const { model, asked } = waitingModel();
    const runtime = createMemoryJournal();
    const handle = startStrategy(specOf({ model, runtime }), workAndAnswer);
    await asked;
    handle.detach();
    expect(await handle.result).toMatchObject({
      status: 'suspended',
      stopReason: 'detached',
      pending: [],
    });
    expect(runtime.record().result).toBeUndefined();
    expect((await readAll(handle)).map(({ type }) => type)).toEqual(['started', 'suspended']);
    const again = await runStrategy(specOf({ model: scripted(['a']), runtime }), workAndAnswer);
    expect(again).toMatchObject({ status: 'solved' });
  });

  it('R9: a user who cancels while the process leaves has decided', async () => {
    const { model, asked } = waitingModel();
    const handle = startStrategy(specOf({ model }), workAndAnswer);
    await asked;
    handle.cancel();
    handle.detach();
    expect((await handle.result).stopReason).toBe('aborted');
  });

  it('hears the signals of the options as well', async () => {
    for (const [name, stopReason] of [
      ['cancel', 'aborted'],
      ['detach', 'detached'],
    ] as const) {
      const { model, asked } = waitingModel();
      const controller = new AbortController();
      const spec = specOf({ model, [name]: controller.signal });
      const handle = startStrategy(spec, workAndAnswer);
      await asked;
      controller.abort();
      expect((await handle.result).stopReason).toBe(stopReason);
    }
  });

  it('LOOP-025: detached in a wave, the outcome of a call in flight is unknown when the run resumes', async () => {
    const runtime = createMemoryJournal();
    let sent = 0;
    let leave = () => {};
    const send = tool('send', 'once', () => {
      sent += 1;
      leave();
      return new Promise(() => {});
    });
    const { pay, paid } = payTool();
    const start = () =>
      startStrategy(
        specOf({ runtime, tools: [pay, send], limits: { graceMs: 0 } }),
        async (run) => {
          await stepWith(run, call('pay'));
          await stepWith(run, call('send'));
          return done;
        },
      );
    const first = start();
    leave = first.detach;
    expect((await first.result).status).toBe('suspended');
    const second = await start().result;
    expect(second.effects.map(({ tool: name, status }) => `${name} ${status}`)).toEqual([
      'pay committed',
      'send unknown',
    ]);
    expect([paid.length, sent]).toEqual([1, 1]);
  });

  it('leaving after the end changes nothing', async () => {
    const handle = startStrategy(specOf({ model: scripted(['a']) }), workAndAnswer);
    const result = await handle.result;
    handle.cancel();
    handle.detach();
    expect(await handle.result).toBe(result);
    expect(result.status).toBe('solved');
  });
});
