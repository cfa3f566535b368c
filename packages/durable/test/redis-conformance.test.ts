import { Redis } from 'ioredis';
import { afterAll, beforeAll, it } from 'vitest';
import { conformanceCases } from '../src/conformance.ts';
import { describeRedis } from './redis-server.ts';
import { redisUnderTest } from './redis-under-test.ts';

describeRedis('the Redis store, with two connections', (server) => {
  let clients: Redis[];
  beforeAll(() => {
    clients = [0, 1].map(() => new Redis(server().port, '127.0.0.1'));
  });
  afterAll(() => {
    for (const client of clients) client.disconnect();
  });

  const create = () => redisUnderTest(clients[0]!, clients[0]!, clients[1]!);
  for (const { name, run } of conformanceCases(create)) it(name, run);
});
