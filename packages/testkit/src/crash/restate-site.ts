import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunResult } from '@loopwright/agent-run';
import {
  completedRuns,
  type Invocation,
  type RestateServer,
  readInvocation,
  startRestateServer,
} from '@loopwright/test-servers';
import { type Gateway, openGateway } from './gateway.ts';
import type { SessionKind } from './sessions.ts';
import { startRestateWorker, type WorkerProcess } from './worker-process.ts';
import type { RestateSession, RestateWorkerTask } from './worker-task.ts';

/** A Restate server, and the one worker at a time to which it gets through. */
export type RestateSite = {
  readonly server: RestateServer;
  readonly gateway: Gateway;
  /** Where world files are written. */
  readonly folder: string;
  readonly paceMs: number;
  /** The worker that the server gets through to. */
  worker: WorkerProcess;
};

export async function openRestateSite(options: {
  program: string;
  folder: string;
  paceMs: number;
}): Promise<RestateSite> {
  const { program, folder, paceMs } = options;
  const server = await startRestateServer({ program, folder: path.join(folder, 'restate') });
  const gateway = await openGateway();
  const worker = startRestateWorker({ life: 'first' });
  const site = { server, gateway, folder, paceMs, worker };
  await lead(site, worker);
  await server.register(gateway.uri);
  return site;
}

export async function closeRestateSite({ server, gateway, worker }: RestateSite): Promise<void> {
  worker.kill();
  gateway.close();
  await server.remove();
}

/** Starts a worker, to which the server does not get through yet. */
export async function replaceWorker(site: RestateSite, task: RestateWorkerTask): Promise<void> {
  site.worker = startRestateWorker(task);
  await site.worker.said('listening');
}

/** Lets the server through to a worker. */
export async function lead({ gateway }: RestateSite, worker: WorkerProcess): Promise<void> {
  const { port } = await worker.said('listening');
  gateway.leadTo(port);
}

export function worldFileOf({ folder }: RestateSite, sessionId: string): string {
  return path.join(folder, `${sessionId}.jsonl`);
}

/** Asks the server for a run, and does not wait for it. */
export async function startSession(
  site: RestateSite,
  { kind, sessionId }: { kind: SessionKind; sessionId: string },
): Promise<void> {
  const world = worldFileOf(site, sessionId);
  const given: RestateSession = { kind, world, paceMs: site.paceMs };
  const { status, text } = await callHandler(site, `${sessionId}/run/send`, given);
  if (status >= 300) throw new Error(`${sessionId} was not started: ${text}`);
}

/** Calls a handler of the workflow and gives what the server answers. */
export async function callHandler(
  { server }: RestateSite,
  handler: string,
  given: unknown,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.ingress}/session/${handler}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  return { status: response.status, text: await response.text() };
}

/** Waits until the server says of a run what it should. */
export async function untilInvocation(
  { server }: RestateSite,
  sessionId: string,
  holds: (invocation: Invocation) => boolean,
): Promise<Invocation> {
  const endsAt = performance.now() + waitAtMostMs;
  for (;;) {
    const invocation = await readInvocation(server, `session/${sessionId}/run`);
    if (invocation && holds(invocation)) return invocation;
    if (performance.now() > endsAt) {
      throw new Error(`${sessionId} does not come to it: ${JSON.stringify(invocation)}`);
    }
    await wait(askAgainMs);
  }
}

/** Waits until a table of the server has what is asked for. */
export async function untilRows({ server }: RestateSite, what: string): Promise<void> {
  const endsAt = performance.now() + waitAtMostMs;
  while ((await server.query(`SELECT 1 FROM ${what}`)).length === 0) {
    if (performance.now() > endsAt) throw new Error(`There is never anything in ${what}`);
    await wait(askAgainMs);
  }
}

/** Waits for the end of a run. */
export async function resultOf(site: RestateSite, sessionId: string): Promise<RunResult<unknown>> {
  const ended = await untilInvocation(site, sessionId, ({ status }) => status === 'completed');
  if (ended.completion_failure) throw new Error(`${sessionId}: ${ended.completion_failure}`);
  const { ingress } = site.server;
  const response = await fetch(`${ingress}/restate/workflow/session/${sessionId}/output`);
  return (await response.json()) as RunResult<unknown>;
}

/** Keys of the steps that the server has stored. */
export async function storedSteps(site: RestateSite, sessionId: string): Promise<string[]> {
  const { id } = await untilInvocation(site, sessionId, () => true);
  return completedRuns(site.server, id);
}

const waitAtMostMs = 60_000;
const askAgainMs = 10;
