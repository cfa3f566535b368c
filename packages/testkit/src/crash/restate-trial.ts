import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { crashWorkflow } from './crash-workflow.ts';
import { approveInRestate } from './restate-approval.ts';
import { raceStarts } from './restate-race.ts';
import { closeRestateSite, openRestateSite } from './restate-site.ts';
import { wakeCutOff } from './restate-zombie.ts';
import type { Trial } from './trial.ts';

const findServer = fileURLToPath(
  new URL('../../../../scripts/restate-server.mjs', import.meta.url),
);

/** Sessions under a Restate server: the one that RESTATE_SERVER names, or one that is installed for it. */
export async function restateTrial(folder: string): Promise<Trial> {
  const program =
    process.env.RESTATE_SERVER ??
    execFileSync(process.execPath, [findServer], { encoding: 'utf8' }).trim();
  const site = await openRestateSite({ program, folder, paceMs: 10 });
  const { paceMs } = site;
  return {
    ...{ folder, paceMs },
    crash: (session) => crashWorkflow(site, session),
    // What the server has taken in, a worker is not told at once.
    pauses: ['step', 'model', 'tool', 'effect'],
    wakeZombie: (session) => wakeCutOff(site, session),
    race: (sessionId) => raceStarts(site, sessionId),
    approve: (sessionId) => approveInRestate(site, sessionId),
    close: () => closeRestateSite(site),
  };
}
