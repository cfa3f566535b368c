import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunResult, StepRuntime } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { Codec } from '../codec.ts';
import { decide } from '../decision.ts';
import { journalRuntime } from '../journal-runtime.ts';
import type { JournalStore, SessionSummary } from '../journal-store.ts';
import type { Command } from './read-command.ts';

/** What a module for `resume` exports as `resume`: it starts the run that the session began with. */
type Resume = (context: {
  runtime: StepRuntime;
  /** Aborted by SIGTERM and SIGINT: give it to the run as `detach`. */
  detach: AbortSignal;
}) => Promise<RunResult<Json>>;

/** What a command comes to: what to print, and how the program ends. */
export type Done = { lines: string[]; exitCode: number };

/** Does what was asked for. @throws Error that says what is wrong. */
export async function runCommand(command: Command, store: JournalStore): Promise<Done> {
  switch (command.name) {
    case 'sessions':
      return { lines: (await store.list()).map(summaryLine), exitCode: 0 };
    case 'show':
      return { lines: await show(store, command.sessionId), exitCode: 0 };
    case 'approve':
      return { lines: await approve(store, command), exitCode: 0 };
    case 'resume':
      return resume(store, command);
  }
}

function summaryLine(summary: SessionSummary): string {
  const { sessionId, status, records, waitingFor, changedAt } = summary;
  const waits = waitingFor ? `  waits for ${waitingFor.join(' and ')}` : '';
  const when = new Date(changedAt).toISOString();
  return `${status.padEnd(8)}  ${String(records).padStart(5)} records  ${when}  ${sessionId}${waits}`;
}

async function summaryOf(store: JournalStore, sessionId: string) {
  return (await store.list()).find((each) => each.sessionId === sessionId);
}

async function show(store: JournalStore, sessionId: string): Promise<string[]> {
  const session = await store.load(sessionId);
  if (!session) throw new Error(`There is no session "${sessionId}"; sessions lists them`);
  const summary = await summaryOf(store, sessionId);
  const signals = [...(await store.signals(sessionId))].map(
    ([key, text]) => `decided   ${key}  ${text}`,
  );
  return [
    ...(summary ? [summaryLine(summary)] : []),
    ...session.records.map(
      ({ ord, key, text }) => `${String(ord).padStart(6)}  ${key}  ${text.length} characters`,
    ),
    ...signals,
    ...(session.result ? [`result  ${session.result.text}`] : []),
  ];
}

async function approve(
  store: JournalStore,
  { sessionId, key, approved, note }: Extract<Command, { name: 'approve' }>,
): Promise<string[]> {
  if (!(await store.load(sessionId))) {
    throw new Error(`There is no session "${sessionId}"; sessions lists them`);
  }
  const waitingFor = (await summaryOf(store, sessionId))?.waitingFor ?? [];
  if (!waitingFor.includes(key) && !(await store.signals(sessionId)).has(key)) {
    const what = waitingFor.join(' and ') || 'no decision';
    throw new Error(`Session ${sessionId} does not wait for ${key}; it waits for ${what}`);
  }
  const answer = { approved, ...(note === undefined ? {} : { note }) };
  const isFirst = await decide(store, sessionId, key, answer);
  if (!isFirst) throw new Error(`${key} of session ${sessionId} was decided before; that stands`);
  return [`${key} of session ${sessionId}: ${approved ? 'approved' : 'denied'}`];
}

async function resume(
  store: JournalStore,
  { sessionId, module, isNew }: Extract<Command, { name: 'resume' }>,
): Promise<Done> {
  const hasBegun = ((await store.load(sessionId))?.records.length ?? 0) > 0;
  if (!hasBegun && !isNew) {
    throw new Error(`There is no session "${sessionId}"; --new begins one`);
  }
  const imported = (await import(pathToFileURL(path.resolve(module)).href)) as {
    resume?: unknown;
    codec?: Codec;
  };
  if (typeof imported.resume !== 'function') {
    throw new Error(`${module} exports no function resume({ runtime, detach })`);
  }
  const leave = new AbortController();
  const onSignal = () => leave.abort();
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  try {
    const runtime = journalRuntime({ store, sessionId, codec: imported.codec });
    const result = await (imported.resume as Resume)({ runtime, detach: leave.signal });
    return { lines: [JSON.stringify(result, null, 2)], exitCode: exitCodeOf(result) };
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
  }
}

function exitCodeOf({ status }: RunResult<Json>): number {
  if (status === 'suspended') return 3;
  return status === 'failed' ? 1 : 0;
}
