import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCheckpointStore } from '@loopwright/planner';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { checkpointCases, createTieredCheckpointStore } from '../src/checkpoints.ts';
import { inMemory, inRedis, inSqlite, type Store } from './checkpoints-under-test.ts';
import { createStillClock } from './conformance-support.ts';
import { describeRedis } from './redis-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'durable-checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

describe('N6, N7: the store of checkpoints in memory', () => {
  for (const { name, run } of checkpointCases(inMemory())) it(name, run);
});

describe('N6, N7: the SQLite store of checkpoints, with two connections', () => {
  const newFile = () => {
    files += 1;
    return path.join(folder, `${files}.db`);
  };
  for (const { name, run } of checkpointCases(inSqlite(newFile))) it(name, run);
});

describe.each([
  ['early', 1e15],
  ['late', 0],
])('N6, N7: the tiered store of checkpoints, all of them %s', (_, afterMs) => {
  const create = () => {
    const { now, passTime } = createStillClock();
    return {
      open: (limits: object): [Store] => {
        const early: Store = createCheckpointStore({ now, ...limits });
        const late: Store = createCheckpointStore({ now, ...limits });
        return [createTieredCheckpointStore({ early, late, afterMs, now })];
      },
      passTime,
    };
  };
  for (const { name, run } of checkpointCases(create)) it(name, run);
});

describeRedis('N6, N7: the Redis store of checkpoints, with two connections', (server) => {
  let clients: Redis[];
  beforeAll(() => {
    clients = [0, 1].map(() => new Redis(server().port, '127.0.0.1'));
  });
  afterAll(() => {
    for (const client of clients) client.disconnect();
  });

  const create = () => inRedis(clients[0]!, clients[0]!, clients[1]!)();
  for (const { name, run } of checkpointCases(create)) it(name, run);
});

describeRedis(
  'N6, N7: the Redis store of checkpoints in a cluster',
  (server) => {
    let node: Redis;
    let clusters: Cluster[];
    beforeAll(async () => {
      const address = { host: '127.0.0.1', port: server().port };
      node = new Redis(address);
      await node.cluster('ADDSLOTSRANGE', 0, 16383);
      clusters = [new Cluster([address]), new Cluster([address])];
      // The first answer comes once the cluster has accepted its slots.
      await inRedis(node, clusters[0]!, clusters[1]!)().open({})[0].list('s');
    });
    afterAll(() => {
      for (const connection of [...clusters, node]) connection.disconnect();
    });

    // A script whose keys are in more than one slot is refused here.
    const create = () => inRedis(node, clusters[0]!, clusters[1]!)();
    for (const { name, run } of checkpointCases(create)) it(name, run);
  },
  { inCluster: true },
);
