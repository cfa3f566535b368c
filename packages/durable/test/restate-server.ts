import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RestateServer, startRestateServer } from '@loopwright/test-servers';
import { beforeAll, describe, test } from 'vitest';

/**
 * A group of cases over a real Restate server, the program that RESTATE_SERVER names. Without it one skipped test says so;
 * `npm run check:restate` installs the program and skips nothing.
 */
export function describeRestate(
  title: string,
  cases: (server: () => RestateServer) => void,
  settings: Record<string, string> = {},
): void {
  const program = process.env.RESTATE_SERVER;
  if (!program) {
    const skipped = `${title}, skipped: RESTATE_SERVER is not set; npm run check:restate sets it`;
    test.skip(skipped);
    // The reporter counts what was skipped, and does not name it.
    process.stderr.write(`${skipped}\n`);
    return;
  }
  describe(title, () => {
    let server: RestateServer;
    beforeAll(async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'loopwright-restate-'));
      server = await startRestateServer({ program, folder, settings });
      return () => server.remove();
    });
    cases(() => server);
  });
}

/** Has the engine end an attempt at everything that it waits for, so that all that follows is replayed. */
export const replayAlways = { RESTATE_WORKER__INVOKER__INACTIVITY_TIMEOUT: '0s' };
