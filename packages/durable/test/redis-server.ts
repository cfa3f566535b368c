import { existsSync } from 'node:fs';
import path from 'node:path';
import { type RedisServer, redisProgram, startRedisServer } from '@loopwright/test-servers';
import { beforeAll, describe, expect, test } from 'vitest';

/**
 * A group of cases over a real Redis. Where there is no redis-server on PATH, one skipped test says so; with CI set that is
 * a failure. In a cluster it is a node that has no slots yet.
 */
export function describeRedis(
  title: string,
  cases: (server: () => RedisServer) => void,
  { inCluster = false } = {},
): void {
  if (!isOnPath(redisProgram)) {
    const skipped = `${title}, skipped: no ${redisProgram} on PATH`;
    test.skipIf(!process.env.CI)(skipped, () => {
      expect.fail(`There is no ${redisProgram} on PATH, and with CI set nothing is skipped`);
    });
    // The reporter counts what was skipped, and does not name it.
    process.stderr.write(`${skipped}\n`);
    return;
  }
  describe(title, () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedisServer({ inCluster });
      return () => server.remove();
    });
    cases(() => server);
  });
}

function isOnPath(program: string): boolean {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => folder !== '' && existsSync(path.join(folder, program)));
}
