import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json } from '@loopwright/core-parser';
import {
  type CheckpointStore,
  checkpointToRestore,
  createCheckpointStore,
  runGoal,
  TaskGraph,
  type TaskGraphJson,
} from '@loopwright/planner';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRedisCheckpointStore, createSqliteCheckpointStore } from '../src/checkpoints.ts';
import { describeRedis } from './redis-server.ts';

type GoalStore = CheckpointStore<TaskGraphJson<Json>>;

/** How a process opens the store, and what its death does to it. */
type Life = { store: GoalStore; die(): Promise<void> | void };

const tasks = [
  { id: 'a', description: 'Do a' },
  { id: 'pay', description: 'Pay', dependsOn: ['a'] },
  { id: 'c', description: 'Do c', dependsOn: ['pay'] },
];

/** Works on the goal until task c has begun, then the process is no more: what comes after it reaches no store. */
async function runUntilDeath({ store, die }: Life): Promise<void> {
  const end = new AbortController();
  const once = { a: 'pure', pay: 'once', c: 'pure' } as const;
  const tools = Object.entries(once).map(([name, effect]) =>
    defineTool({
      name,
      description: name,
      effect,
      input: z.object({}),
      async execute() {
        if (name !== 'c') return `${name} is done`;
        await die();
        end.abort();
        throw new Error('no process');
      },
    }),
  );
  const result = await runGoal({
    goal: 'Do it all',
    decompose: () => tasks,
    tools: createToolRegistry({ tools }),
    execute: { toCall: ({ id }) => ({ tool: id, args: {} }) },
    checkpoints: { store, sessionId: 'goal-1' },
    cancel: end.signal,
  });
  expect(result.stopReason).toBe('aborted');
}

/** What the next process finds, by label, and the latest state from before the payment and after it. */
async function findAfterDeath(store: GoalStore) {
  const listed = await store.list('goal-1');
  const effects = [{ id: 'pay/1', tool: 'pay', status: 'committed', seq: 2 }] as const;
  const trouble = { kind: 'loop_detected', since: 2 } as const;
  const [before, latest] = [checkpointToRestore(listed, trouble), listed.at(-1)];
  const restored = await Promise.all(
    [before, latest].map((checkpoint) => store.restore(checkpoint!.id, effects)),
  );
  return {
    listed: listed.map(({ label, priority, seq }) => ({ label, priority, seq })),
    restored: restored.map((one) => ({
      label: one?.checkpoint.label,
      plan: one?.plan,
      goalState: one?.goalState,
      effectsSince: one?.effectsSince,
    })),
  };
}

/** The same with the store in memory, whose objects stay. */
async function inMemory() {
  const store: GoalStore = createCheckpointStore();
  await runUntilDeath({ store, die: () => {} });
  return findAfterDeath(store);
}

async function expectAsInMemory(store: GoalStore): Promise<void> {
  const found = await findAfterDeath(store);
  expect(found).toEqual(await inMemory());
  expect(found.listed.map(({ label }) => label)).toEqual(['after a', 'before pay', 'after pay']);
  const [before, latest] = found.restored;
  expect([before?.label, before?.effectsSince?.map(({ id }) => id)]).toEqual([
    'before pay',
    ['pay/1'],
  ]);
  const graph = TaskGraph.from(latest!.plan!);
  expect(graph.progress().text).toBe('completed 2 of 3 subtasks');
  // The work goes on from there.
  expect(graph.next()?.id).toBe('c');
  graph.complete('c', 'c is done');
  expect(graph.status).toBe('completed');
}

describe('a goal run that died half-way', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'durable-goal-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('N6, N7: goes back to a checkpoint in SQLite as to one in memory', async () => {
    const file = path.join(folder, 'goal.db');
    const open = () => createSqliteCheckpointStore<TaskGraphJson<Json>>({ file });
    const store = open();
    await runUntilDeath({ store, die: () => store.close() });
    const next = open();
    await expectAsInMemory(next);
    await next.close();
  });
});

describeRedis('a goal run that died half-way', (server) => {
  const connect = () => new Redis(server().port, '127.0.0.1', { retryStrategy: () => null });

  it('N6, N7: goes back to a checkpoint in Redis as to one in memory', async () => {
    const open = (client: Redis) => createRedisCheckpointStore<TaskGraphJson<Json>>({ client });
    const client = connect();
    await runUntilDeath({ store: open(client), die: () => client.disconnect() });
    const next = connect();
    await expectAsInMemory(open(next));
    next.disconnect();
  });

  it('N7: finds its checkpoints after a crash of the server', async () => {
    const client = connect();
    const store = createRedisCheckpointStore<TaskGraphJson<Json>>({ client, prefix: 'crash' });
    await runUntilDeath({ store, die: () => {} });
    // With the append-only file written, a killed server loses nothing.
    await client.config('SET', 'appendfsync', 'always');
    client.disconnect();
    await server().kill('SIGKILL');
    await server().start();
    const next = connect();
    await expectAsInMemory(createRedisCheckpointStore({ client: next, prefix: 'crash' }));
    next.disconnect();
  });
});
