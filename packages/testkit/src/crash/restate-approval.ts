import type { ApprovalReport } from './approval.ts';
import {
  callHandler,
  lead,
  type RestateSite,
  replaceWorker,
  resultOf,
  startSession,
  untilInvocation,
  untilRows,
  worldFileOf,
} from './restate-site.ts';
import { readWorldFile } from './world-file.ts';

/** Lets a session run until it waits for an approval. */
export async function startAsking(site: RestateSite, sessionId: string): Promise<void> {
  await startSession(site, { kind: 'approval', sessionId });
  const { id } = await untilInvocation(site, sessionId, () => true);
  await untilRows(site, `sys_journal WHERE id = '${id}' AND entry_type = 'Command: GetPromise'`);
}

/** Answers the question of such a session, and gives what the server answers. */
export async function answer(
  site: RestateSite,
  sessionId: string,
  approved: boolean,
): Promise<string> {
  const { text } = await callHandler(site, `${sessionId}/decide`, {
    key: 'act:1:0',
    answer: approved,
  });
  return text;
}

/** Kills the worker and the server while a session waits for an approval; what comes after them finishes it. */
export async function approveInRestate(
  site: RestateSite,
  sessionId: string,
): Promise<ApprovalReport> {
  await startAsking(site, sessionId);
  const before = readWorldFile(worldFileOf(site, sessionId)).map(({ step }) => step);
  site.worker.kill();
  await site.worker.ended;
  await site.server.kill('SIGKILL');
  await site.server.start();
  await replaceWorker(site, { life: `${sessionId} finishing` });
  await lead(site, site.worker);
  const decided = await answer(site, sessionId, true);
  const again = await answer(site, sessionId, false);
  const result = await resultOf(site, sessionId);

  const lines = readWorldFile(worldFileOf(site, sessionId));
  const repeated = lines.slice(before.length).filter(({ step }) => before.includes(step));
  const wired = lines.filter(({ what, label }) => what === 'effect' && label?.startsWith('wire '));
  const rules: [boolean, string][] = [
    [decided === 'true', `the decision was answered with ${decided}`],
    [again === 'false', `a second decision was answered with ${again}`],
    [result.status === 'solved', `it came to ${result.stopReason}`],
    [result.counts.modelCalls.actor === 4, 'the model calls are not those of an undisturbed run'],
    [repeated.length === 0, `${repeated.map(({ step }) => step)} ran again`],
    [wired.length === 1, `what was approved took place ${wired.length} times`],
  ];
  return {
    sessionId,
    faults: rules.filter(([holds]) => !holds).map(([, fault]) => `${sessionId}: ${fault}`),
  };
}
