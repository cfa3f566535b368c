import { createMemoryJournal, journalFromEvents } from '@loopwright/agent-run';
import { type RunLog, replayableEvents } from '@loopwright/telemetry/run-log';
import { jsonText } from '../story/json-text.ts';
import type { Done } from './replay-command.ts';
import type { Resume } from './resume-module.ts';

/**
 * Begins a new session with what a run had stored before an event. Without `resume` the lines are its journal, as
 * `createMemoryJournal` takes it; with it the run goes on, and the lines are its result.
 *
 * @throws Error for an event that the log does not have, and for a run that left the journal aside.
 */
export async function fork(log: RunLog, atSeq: number, resume: Resume | undefined): Promise<Done> {
  const events = replayableEvents(log);
  if (atSeq >= events.length) {
    throw new Error(`The log has no event ${atSeq}; the last one is ${events.length - 1}`);
  }
  const record = journalFromEvents(events, { atSeq });
  if (resume === undefined) return { lines: [jsonText(record, 2)], exitCode: 0 };
  const { isOpened, result } = await resume(createMemoryJournal(record));
  if (!isOpened) {
    throw new Error(
      'The module did not take the runtime, so this was no fork: its run began anew, and effects of the original were made again without approval',
    );
  }
  const exitCode = { suspended: 3, failed: 1 }[result.status as string] ?? 0;
  return { lines: [jsonText({ sessionId: record.sessionId, ...result }, 2)], exitCode };
}
