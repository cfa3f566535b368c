import { createMemoryJournal, type DurableEvent, type MemoryJournal } from '@loopwright/agent-run';
import { nativeFormat, type ReactOptions, runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { createFakeClock, createWorld, pureModel, turnModel, type World } from '../src/index.ts';
import { bankTools, call, helperTool, nativeReply, turns } from './support.ts';

function payWithPermission(world: World, options: Partial<ReactOptions<unknown>> = {}) {
  return runReact<unknown>({
    task: 'Pay.',
    model: turnModel(turns(call('search'), call('wire', { eur: 7 }))),
    tools: createToolRegistry({ tools: bankTools(world) }),
    now: createFakeClock().now,
    ...options,
  });
}

const key = 'act:1:0';

describe('approval', () => {
  it('E7: without a decision the run is suspended and says what it waits for', async () => {
    const world = createWorld();
    const result = await payWithPermission(world);
    expect(result).toMatchObject({
      status: 'suspended',
      stopReason: 'awaiting_approval',
      pending: [{ key, call: { tool: 'wire', args: { eur: 7 } } }],
    });
    expect(result.reason).toContain('wire');
    expect(world.commits).toEqual([]);
  });

  it.each([
    ['approved', true, ['wire {"eur":7}'], 'committed'],
    ['denied', false, [], 'not_started'],
  ] as const)('E7: once it is %s another life goes on', async (_, approved, commits, status) => {
    const world = createWorld();
    const journal = createMemoryJournal();
    const before: DurableEvent[] = [];
    await payWithPermission(world, { runtime: journal, onEvent: (event) => before.push(event) });
    journal.answer(key, { approved, note: 'decided' });
    const after: DurableEvent[] = [];
    const again = createMemoryJournal(journal.record());
    const onEvent = (event: DurableEvent) => after.push(event);
    const result = await payWithPermission(world, { runtime: again, onEvent });
    expect(result).toMatchObject({ status: 'solved', effects: [{ tool: 'wire', status }] });
    expect(world.commits).toEqual(commits);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map(({ seq }) => seq)).toEqual(after.map((_event, index) => index));
  });

  it('E7: the first decision stands', async () => {
    const world = createWorld();
    const journal = createMemoryJournal();
    await payWithPermission(world, { runtime: journal });
    journal.answer(key, { approved: false });
    journal.answer(key, { approved: true });
    await payWithPermission(world, { runtime: createMemoryJournal(journal.record()) });
    expect(world.commits).toEqual([]);
  });

  it('E7: all decisions of a wave are asked for at once', async () => {
    const calls = [call('wire', { eur: 1 }), call('search'), call('wire', { eur: 2 })];
    const result = await payWithPermission(createWorld(), {
      model: pureModel(() => nativeReply(calls)),
      format: nativeFormat,
    });
    expect(result).toMatchObject({ pending: [{ key: 'act:0:0' }, { key: 'act:0:2' }] });
  });

  it('E7: a callback is asked once in all lives of a run', async () => {
    let asked = 0;
    const approve = async () => {
      asked += 1;
      return [true];
    };
    const world = createWorld();
    const dies = createMemoryJournal(
      {},
      {
        append(entry) {
          if ('key' in entry && entry.key === key) throw new Error('the process died');
        },
      },
    );
    await expect(payWithPermission(world, { runtime: dies, approve })).rejects.toThrow();
    const next = createMemoryJournal(dies.record());
    const result = await payWithPermission(world, { runtime: next, approve });
    expect(asked).toBe(1);
    expect(result.effects).toMatchObject([{ status: 'unknown' }]);
    expect(world.commits).toHaveLength(1);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no'))],
    ['answers nonsense', async () => 'yes' as never],
    ['answers too little', async () => []],
    ['says no with the word cancelled', async () => [{ approved: false, note: 'cancelled' }]],
  ])('E7: a callback that %s has not approved, and the run goes on', async (_, approve) => {
    const world = createWorld();
    const result = await payWithPermission(world, { approve });
    expect(result).toMatchObject({ status: 'solved', effects: [{ status: 'not_started' }] });
    expect(result.steps[1]?.observations[0]).toMatchObject({ error: { code: 'denied' } });
    expect(world.commits).toEqual([]);
  });

  it('E7: whoever decides cannot change the call, nor what is told of it', async () => {
    const world = createWorld();
    const result = await payWithPermission(world, {
      approve: async (pending) => {
        for (const { call: asked } of pending) Object.assign(asked.args as object, { eur: 1 });
        return [true];
      },
    });
    expect(world.commits).toEqual(['wire {"eur":7}']);
    expect(result.effects).toMatchObject([{ args: { eur: 7 }, status: 'committed' }]);
  });

  it('E7: a run that is cancelled while somebody thinks about it ends at once', async () => {
    const cancel = new AbortController();
    const world = createWorld();
    const result = await payWithPermission(world, {
      cancel: cancel.signal,
      approve: () => {
        queueMicrotask(() => cancel.abort());
        return new Promise(() => {});
      },
    });
    expect(result).toMatchObject({ stopReason: 'aborted', effects: [{ status: 'not_started' }] });
  });

  it('R9: a call that was denied does not use up the limit of tool calls', async () => {
    const model = turnModel(turns(call('wire'), call('search')));
    const limits = { maxToolCalls: 1 };
    const result = await payWithPermission(createWorld(), {
      model,
      limits,
      approve: async () => [false],
    });
    expect(result).toMatchObject({
      status: 'solved',
      counts: { toolCalls: { ok: 1, refused: 1, reused: 0 } },
    });
  });

  it('R12: what a wave did before its sub-agent waits is in the ledger of the suspended run', async () => {
    const world = createWorld();
    const helper = helperTool(world, turns(call('wire', { eur: 3 })));
    const calls = [call('helper'), call('transfer', { eur: 5 })];
    const run = (runtime: MemoryJournal) =>
      payWithPermission(world, {
        model: pureModel(({ messages }) =>
          messages.length === 1 ? nativeReply(calls) : nativeReply([], 'done'),
        ),
        format: nativeFormat,
        tools: createToolRegistry({ tools: [...bankTools(world), helper] }),
        runtime,
      });
    const journal = createMemoryJournal();
    const waiting = await run(journal);
    expect(waiting).toMatchObject({
      status: 'suspended',
      effects: [{ tool: 'transfer', status: 'committed' }],
      pending: [{ key: 'act:0:0/act:0:0' }],
    });
    journal.answer('act:0:0/act:0:0', { approved: true });
    const result = await run(createMemoryJournal(journal.record()));
    expect(result.status).toBe('solved');
    expect(world.commits).toEqual(['transfer {"eur":5}', 'wire {"eur":3}']);
  });
});
