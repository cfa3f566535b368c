import path from 'node:path';
import { decide } from '@loopwright/durable';
import type { CrashSite } from './crash-session.ts';
import { startWorker, type WorkerEnd } from './worker-process.ts';
import type { WorkerTask } from './worker-task.ts';
import { readWorldFile } from './world-file.ts';

/** A session whose processes are all gone, and whose call waits for a decision that has been signalled. */
export type ApprovedSession = {
  task: Omit<WorkerTask, 'life'>;
  /** How the process before ended: it waits for nothing and is gone. */
  suspended: WorkerEnd;
  /** What the store says that the session waits for. */
  waitingFor: readonly string[];
};

/** Lets a session run until it waits for an approval, and gives that in the store when no process is left. */
export async function approveInStore(site: CrashSite, sessionId: string): Promise<ApprovedSession> {
  const { store, address, folder, ttlMs, paceMs } = site;
  const world = path.join(folder, `${sessionId}.jsonl`);
  const task = { store: address, world, sessionId, kind: 'approval' as const, ttlMs, paceMs };
  const suspended = await startWorker({ ...task, life: 'asking' }).ended;
  const summary = (await store.list()).find((each) => each.sessionId === sessionId);
  const { result } = suspended;
  for (const { key } of result?.status === 'suspended' ? result.pending : []) {
    await decide(store, sessionId, key, true);
  }
  return { task, suspended, waitingFor: summary?.waitingFor ?? [] };
}

/** What became of a session that waited for an approval. */
export type ApprovalReport = { sessionId: string; faults: string[] };

/** A new process finishes the session that was approved. */
export async function finishApproved(site: CrashSite, sessionId: string): Promise<ApprovalReport> {
  const { task, suspended, waitingFor } = await approveInStore(site, sessionId);
  const before = readWorldFile(task.world).map(({ step }) => step);
  const { result } = await startWorker({ ...task, life: 'finishing' }).ended;
  const lines = readWorldFile(task.world);
  const repeated = lines.slice(before.length).filter(({ step }) => before.includes(step));
  const wired = lines.filter(({ what, label }) => what === 'effect' && label?.startsWith('wire '));
  const rules: [boolean, string][] = [
    [
      suspended.result?.stopReason === 'awaiting_approval',
      `it came to ${suspended.result?.stopReason} and not to a question`,
    ],
    [waitingFor.join() === 'act:1:0', `the store says that it waits for ${waitingFor.join()}`],
    [result?.status === 'solved', `it came to ${result?.stopReason}`],
    [result?.counts.modelCalls.actor === 4, 'the model calls are not those of an undisturbed run'],
    [repeated.length === 0, `${repeated.map(({ step }) => step)} ran again`],
    [wired.length === 1, `what was approved took place ${wired.length} times`],
  ];
  return {
    sessionId,
    faults: rules.filter(([holds]) => !holds).map(([, fault]) => `${sessionId}: ${fault}`),
  };
}
