import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, it } from 'vitest';
import { conformanceCases } from '../src/conformance.ts';
import { createRedisStore } from '../src/redis.ts';
import { describeRedis } from './redis-server.ts';
import { redisUnderTest } from './redis-under-test.ts';

describeRedis(
  'the Redis store in a cluster',
  (server) => {
    let node: Redis;
    let client: Cluster;
    let another: Cluster;
    beforeAll(async () => {
      const address = { host: '127.0.0.1', port: server().port };
      node = new Redis(address);
      await node.cluster('ADDSLOTSRANGE', 0, 16383);
      client = new Cluster([address]);
      another = new Cluster([address]);
      // The first answer comes once the cluster has accepted its slots.
      await createRedisStore({ client, prefix: 'warm-up' }).load('s');
    });
    afterAll(() => {
      for (const connection of [client, another, node]) connection.disconnect();
    });

    // A script whose keys are in more than one slot is refused here.
    const create = () => redisUnderTest(node, client, another);
    for (const { name, run } of conformanceCases(create)) it(name, run);

    it('keeps the keys of a session without a name in one slot', async () => {
      const store = createRedisStore({ client });
      await store.signal('', 'key', 'value');
      await store.claim('', { ttlMs: 60_000 });
      await store.load('');
    });
  },
  { inCluster: true },
);
