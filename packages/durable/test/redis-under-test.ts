import type { Redis } from 'ioredis';
import type { StoreUnderTest } from '../src/conformance.ts';
import { createRedisStore, type RedisClient } from '../src/redis.ts';

let made = 0;

/**
 * Stores with a prefix of their own on two connections. The clock of a server cannot be set, so all its times are moved back
 * instead.
 *
 * @param node Where all keys are.
 */
export function redisUnderTest(
  node: Redis,
  client: RedisClient,
  another: RedisClient,
): StoreUnderTest {
  made += 1;
  const prefix = `case-${made}`;
  return {
    store: createRedisStore({ client, prefix }),
    openAnother: () => createRedisStore({ client: another, prefix }),
    leaseMs: 3_000_000,
    passTime: (ms) => moveTimesBack(node, `${prefix}:{`, ms),
  };
}

async function moveTimesBack(node: Redis, prefix: string, ms: number): Promise<void> {
  for (const key of await node.keys(`${prefix}*`)) {
    const remaining = await node.pttl(key);
    if (remaining >= 0) await node.pexpire(key, remaining - ms);
    if (!key.endsWith(':session')) continue;
    for (const field of ['leaseUntil', 'changedAt', 'expiresAt']) {
      if (await node.hexists(key, field)) await node.hincrby(key, field, -ms);
    }
  }
}
