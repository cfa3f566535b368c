import type { RaceReport } from './race.ts';
import { answer, startAsking } from './restate-approval.ts';
import { callHandler, type RestateSite, resultOf, worldFileOf } from './restate-site.ts';
import { readWorldFile } from './world-file.ts';

/** Starts one session three times, and decides its call twice at once: one start and one decision may count. */
export async function raceStarts(site: RestateSite, sessionId: string): Promise<RaceReport> {
  await startAsking(site, sessionId);
  const given = { kind: 'approval', world: worldFileOf(site, sessionId), paceMs: site.paceMs };
  const start = async () => (await callHandler(site, `${sessionId}/run`, given)).status;
  const refused = await Promise.all([start(), start()]);
  const decided = await Promise.all([true, true].map((each) => answer(site, sessionId, each)));
  const { status, stopReason } = await resultOf(site, sessionId);

  const lines = readWorldFile(worldFileOf(site, sessionId));
  const callsOf = (tool: string) =>
    lines.filter(({ what, label }) => what === 'tool' && label?.startsWith(`${tool} `)).length;
  const [payCalls, wireCalls] = [callsOf('pay'), callsOf('wire')];
  const rules: [boolean, string][] = [
    [status === 'solved', `it came to ${stopReason}`],
    [refused.every((each) => each === 409), `second starts were answered with ${refused}`],
    [decided.sort().join() === 'false,true', `two decisions were answered with ${decided}`],
    [payCalls === 1, `pay was called ${payCalls} times`],
    [wireCalls === 1, `wire was called ${wireCalls} times`],
  ];
  return {
    ...{ sessionId, loser: `HTTP ${refused[0]}`, payCalls, wireCalls },
    faults: rules.filter(([holds]) => !holds).map(([, fault]) => `${sessionId}: ${fault}`),
  };
}
