import { createMemoryJournal, type MemoryJournal, type Model } from '@loopwright/agent-run';
import { type ReactOptions, runReact, startReact } from '@loopwright/react-loop';
import { createToolRegistry, notStarted, type Tool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { actionText, createFakeClock, createWorld, turnModel } from '../src/index.ts';
import { bankTools, call, helperTool, tool, turns } from './support.ts';

const never = () => new Promise<never>(() => {});

function react(tools: readonly Tool[], options: Partial<ReactOptions<unknown>> & { model: Model }) {
  return runReact<unknown>({
    task: 'Find out.',
    tools: createToolRegistry({ tools }),
    now: createFakeClock().now,
    ...options,
    limits: { retryDelayMs: 0, graceMs: 1, ...options.limits },
  });
}

/** A life that is left or cancelled by the tool in the middle, and what a further life makes of it. */
async function interruptedBy(kind: 'cancel' | 'detach') {
  const world = createWorld();
  const journal = createMemoryJournal();
  const life = (storage: MemoryJournal, stop: AbortController | undefined) => {
    const middle = tool('middle', 'pure', () => {
      if (!stop) return 'went on';
      setImmediate(() => stop.abort());
      return never();
    });
    const calls = [call('transfer', { eur: 5 }), call('middle'), call('pay', { eur: 1 })];
    return react([...bankTools(world), middle], {
      model: turnModel(turns(...calls)),
      runtime: storage,
      ...(stop ? { [kind]: stop.signal } : {}),
    });
  };
  const first = await life(journal, new AbortController());
  const second = await life(createMemoryJournal(journal.record()), undefined);
  return { first, second, world };
}

describe('cancel and detach', () => {
  it('R9: detach leaves: nothing is decided, and another life goes on', async () => {
    const { first, second, world } = await interruptedBy('detach');
    expect(first).toMatchObject({ status: 'suspended', stopReason: 'detached', pending: [] });
    expect(second).toMatchObject({ status: 'solved', answer: 'done' });
    expect(second.steps.map(({ kind }) => kind)).toEqual(['act', 'act', 'act', 'final']);
    expect(world.commits).toEqual(['transfer {"eur":5}', 'pay {"eur":1}']);
  });

  it('LOOP-027: cancel is a decision: another life gives the same end and does nothing', async () => {
    const { first, second, world } = await interruptedBy('cancel');
    expect(first).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(second).toEqual(first);
    expect(world.commits).toEqual(['transfer {"eur":5}']);
  });

  it('R9: a detached once call is unknown when the run goes on', async () => {
    const stop = new AbortController();
    const world = createWorld();
    const journal = createMemoryJournal();
    const life = (storage: MemoryJournal, signal?: AbortSignal) => {
      const send = tool('send', 'once', (args) => {
        world.commit('send', args);
        setImmediate(() => stop.abort());
        return never();
      });
      return react([send], {
        model: turnModel(turns(call('send'))),
        runtime: storage,
        ...(signal ? { detach: signal } : {}),
      });
    };
    expect((await life(journal, stop.signal)).stopReason).toBe('detached');
    const result = await life(createMemoryJournal(journal.record()));
    expect(result).toMatchObject({ status: 'solved', effects: [{ status: 'unknown' }] });
    expect(world.commits).toHaveLength(1);
  });

  it('R9: what a tool did not do because the process left is done by the next life', async () => {
    const stop = new AbortController();
    const world = createWorld();
    const journal = createMemoryJournal();
    const life = (storage: MemoryJournal, detach?: AbortSignal) => {
      const polite = tool('polite', 'idempotent', (args, { idempotencyKey, signal }) => {
        if (!detach) return world.commitForKey('polite', args, idempotencyKey);
        setImmediate(() => stop.abort());
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(notStarted('not sent')));
        });
      });
      const model = turnModel(turns(call('polite')));
      return react([polite], { model, runtime: storage, detach, limits: { graceMs: 10 } });
    };
    expect((await life(journal, stop.signal)).stopReason).toBe('detached');
    const result = await life(createMemoryJournal(journal.record()));
    expect(result).toMatchObject({ status: 'solved', effects: [{ status: 'committed' }] });
    expect(world.commits).toHaveLength(1);
  });

  it('R9: a process that leaves before a once call leaves no intent behind', async () => {
    const stop = new AbortController();
    const journal = createMemoryJournal();
    const world = createWorld();
    const life = (storage: MemoryJournal, detach?: AbortSignal) =>
      react(bankTools(world), {
        model: turnModel(turns(call('transfer', { eur: 1 }))),
        runtime: storage,
        detach,
        onEvent: ({ type }) => type === 'model' && stop.abort(),
      });
    expect((await life(journal, stop.signal)).stopReason).toBe('detached');
    const result = await life(createMemoryJournal(journal.record()));
    expect(result).toMatchObject({ status: 'solved', effects: [{ status: 'committed' }] });
  });

  it.each([
    ['cancel', 'aborted', 'interrupted'],
    ['detach', 'detached', undefined],
  ] as const)('R9: %s while a sub-agent works ends all of it as %s', async (how, reason, kind) => {
    const stop = new AbortController();
    const world = createWorld();
    const deaf = tool('deaf', 'pure', () => {
      setImmediate(() => stop.abort());
      return never();
    });
    const helper = helperTool(world, turns(call('deaf')), {
      tools: createToolRegistry({ tools: [deaf] }),
    });
    const model = turnModel(turns(call('transfer', { eur: 1 }), call('helper')));
    const result = await react([...bankTools(world), helper], { model, [how]: stop.signal });
    expect(result.stopReason).toBe(reason);
    expect(result.effects).toMatchObject([{ tool: 'transfer', status: 'committed' }]);
    expect(result.steps[1]?.kind).toBe(kind);
  });

  it('R9: both at once: the decision counts', async () => {
    const aborted = AbortSignal.abort();
    const model = turnModel(turns(call('search')));
    const result = await react(bankTools(createWorld()), {
      model,
      cancel: aborted,
      detach: aborted,
    });
    expect(result.stopReason).toBe('aborted');
  });

  it('R8: a run that is left while a model sums it up is suspended, and can be resumed', async () => {
    const journal = createMemoryJournal();
    const life = (storage: MemoryJournal, synthesiser: Model, detach?: AbortSignal) =>
      react(bankTools(createWorld()), {
        model: turnModel([actionText('search', { q: 1 })]),
        models: { synthesiser },
        synthesis: 'model',
        limits: { maxSteps: 1 },
        runtime: storage,
        detach,
      });
    const stop = new AbortController();
    const generate = () => {
      queueMicrotask(() => stop.abort());
      return never();
    };
    const first = await life(journal, { id: 'turns', generate }, stop.signal);
    expect(first).toMatchObject({ status: 'suspended', stopReason: 'detached' });
    const second = await life(createMemoryJournal(journal.record()), turnModel(['One fact.']));
    expect(second).toMatchObject({ stopReason: 'max_steps', counts: { modelCalls: { actor: 1 } } });
    expect(second.partial.text).toContain('One fact.');
  });

  it('R9: a handle cancels and detaches, and its events end with the run', async () => {
    for (const [leave, reason] of [
      ['cancel', 'aborted'],
      ['detach', 'detached'],
    ] as const) {
      const handle = startReact<unknown>({
        task: 'Wait.',
        model: { id: 'deaf', generate: never },
        tools: createToolRegistry({ tools: [] }),
      });
      queueMicrotask(() => handle[leave]());
      let events = 0;
      for await (const _ of handle.events) events += 1;
      expect((await handle.result).stopReason).toBe(reason);
      expect(events).toBeGreaterThan(0);
    }
  });
});
