import { createMemoryJournal, journalFromEvents } from '@loopwright/agent-run';
import { type RunLog, replayableEvents } from '@loopwright/telemetry/run-log';
import type { Done } from './replay-command.ts';
import type { Resume } from './resume-module.ts';

/**
 * Begins a new session with what a run had stored before an event. Without `resume` the lines are its journal, as
 * `createMemoryJournal` takes it; with it the run goes on, and the lines are its result.
 *
 * @throws Error for an event that the log does not have.
 */
export async function fork(
  log: RunLog,
  atSeq: number,
  resume: Resume | undefined,
  detach: AbortSignal,
): Promise<Done> {
  const events = replayableEvents(log);
  if (atSeq >= events.length) {
    throw new Error(`The log has no event ${atSeq}; the last one is ${events.length - 1}`);
  }
  const record = journalFromEvents(events, { atSeq });
  if (resume === undefined) return { lines: [JSON.stringify(record, null, 2)], exitCode: 0 };
  const result = await resume({ runtime: createMemoryJournal(record), detach });
  const exitCode = { suspended: 3, failed: 1 }[result.status as string] ?? 0;
  return { lines: [JSON.stringify({ sessionId: record.sessionId, ...result }, null, 2)], exitCode };
}
