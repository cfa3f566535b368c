import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { crashStrategy } from '../src/crash/crash-strategy.ts';
import { crashWorkflow } from '../src/crash/crash-workflow.ts';
import { undisturbedRun } from '../src/crash/reference.ts';
import { approveInRestate } from '../src/crash/restate-approval.ts';
import { raceStarts } from '../src/crash/restate-race.ts';
import { closeRestateSite, openRestateSite, type RestateSite } from '../src/crash/restate-site.ts';
import { wakeCutOff } from '../src/crash/restate-zombie.ts';
import { sessionFaults } from '../src/crash/session-faults.ts';
import { zombiePauses } from '../src/crash/zombie.ts';

const program = process.env.RESTATE_SERVER ?? '';
const title = 'sessions under a Restate server';

if (program === '') {
  const skipped = `${title}, skipped: RESTATE_SERVER is not set; npm run check:restate sets it`;
  it.skip(skipped);
  // The reporter counts what was skipped, and does not name it.
  process.stderr.write(`${skipped}\n`);
} else {
  describe(title, { timeout: 60_000 }, () => {
    let site: RestateSite;
    beforeAll(async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-crash-'));
      site = await openRestateSite({ program, folder, paceMs: 5 });
      return async () => {
        await closeRestateSite(site);
        rmSync(folder, { recursive: true });
      };
    });

    it.each(['react', 'rewoo', 'plan'] as const)(
      'R12: %s comes to what it comes to without an engine, with the same calls',
      async (kind) => {
        const reference = await undisturbedRun(kind, site);
        const sessionId = `${kind}-undisturbed`;
        const ended = await crashWorkflow(site, { kind, sessionId, deaths: [] });
        expect(sessionFaults(ended, reference)).toEqual([]);
        expect(ended.lines.filter(({ what }) => what !== 'stored')).toHaveLength(
          reference.lines.length,
        );
      },
    );

    it('R12: a run whose worker and server are killed comes to what an undisturbed one does', async () => {
      const crash = (session: Parameters<typeof crashWorkflow>[1]) => crashWorkflow(site, session);
      const options = { strategy: 'rewoo', kills: 3, seed: 'short' } as const;
      const { row, faults } = await crashStrategy({ ...site, crash }, options);
      expect(faults).toEqual([]);
      expect(row).toMatchObject({ kills: 3, rerun: 0, duplicateEffects: 0 });
    });

    it('E7: an approval is given after the worker and the server were killed', async () => {
      expect(await approveInRestate(site, 'approval')).toEqual({
        sessionId: 'approval',
        faults: [],
      });
    });

    it('E7: of three starts one runs, and of two decisions at once one counts', async () => {
      const report = await raceStarts(site, 'race');
      expect(report).toMatchObject({ faults: [], payCalls: 1, wireCalls: 1 });
    });

    it('R12: a worker that was cut off inside a payment stores nothing when it wakes', async () => {
      const { once: pauseAt } = zombiePauses;
      const session = {
        kind: 'react',
        sessionId: 'late',
        pauseAt,
        wakes: 'after the end',
      } as const;
      const report = await wakeCutOff(site, session);
      expect(report).toMatchObject({ faults: [], unknown: 1, duplicateEffects: 0 });
    });
  });
}
