import { createCheckpointStore } from '@loopwright/planner';
import type { Redis } from 'ioredis';
import {
  type CheckpointStoreUnderTest,
  createRedisCheckpointStore,
  createSqliteCheckpointStore,
} from '../src/checkpoints.ts';
import type { RedisClient } from '../src/redis.ts';
import { createStillClock } from './conformance-support.ts';

type Connections = Awaited<ReturnType<CheckpointStoreUnderTest['open']>>;
export type Store = Connections[0];
type Limits = Parameters<CheckpointStoreUnderTest['open']>[0];

let made = 0;

/** Stores in memory, changed by `spoil`. */
export function inMemory(
  spoil: (store: Store) => Partial<Store> = () => ({}),
): () => CheckpointStoreUnderTest {
  return () => {
    const { now, passTime } = createStillClock();
    const open = (limits: Limits): Connections => {
      const store: Store = createCheckpointStore({ now, ...limits });
      return [{ ...store, ...spoil(store) }];
    };
    return { open, passTime };
  };
}

/** Stores in a file of `newFile` each, on two connections. */
export function inSqlite(newFile: () => string): () => CheckpointStoreUnderTest {
  return () => {
    const { now, passTime } = createStillClock();
    const open = (limits: Limits): Connections => {
      const options = { file: newFile(), now, synchronous: 'NORMAL', ...limits } as const;
      return [createSqliteCheckpointStore(options), createSqliteCheckpointStore(options)];
    };
    return { open, passTime };
  };
}

/**
 * Stores with a prefix of their own on two connections. The clock of a server cannot be set, so the times at which checkpoints
 * expire are moved back instead. `node` is where all keys are.
 */
export function inRedis(node: Redis, client: RedisClient, another: RedisClient) {
  return () => {
    const prefixes: string[] = [];
    const open = (limits: Limits): readonly [Store, Store] => {
      made += 1;
      const prefix = `case-${made}`;
      prefixes.push(prefix);
      return [
        createRedisCheckpointStore({ client, prefix, ...limits }),
        createRedisCheckpointStore({ client: another, prefix, ...limits }),
      ];
    };
    const passTime = async (ms: number) => {
      for (const key of prefixes.map((prefix) => `{${prefix}:checkpoints}:expiry`)) {
        for (const id of await node.zrange(key, '0', '-1')) await node.zincrby(key, -ms, id);
      }
    };
    return { open, passTime } satisfies CheckpointStoreUnderTest;
  };
}
