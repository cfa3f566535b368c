import {
  createMemoryJournal,
  type DurableEvent,
  isJournalError,
  journalFromEvents,
  type RunResult,
} from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { diffRunLogs, type RunLog, replayableEvents } from '@loopwright/telemetry/run-log';
import { diffAsText } from './diff-as-text.ts';
import { replayOnly } from './replay-only.ts';
import type { Resume } from './resume-module.ts';

/** What to print, and how the program ends. */
export type Done = { readonly lines: readonly string[]; readonly exitCode: number };

/** Runs a strategy again over what was recorded, and compares its steps and its end with the recorded ones. */
export async function replay(log: RunLog, resume: Resume): Promise<Done> {
  const events = replayableEvents(log);
  const { runtime, wanted, unread } = replayOnly(createMemoryJournal(journalFromEvents(events)));
  try {
    const { isOpened, result } = await resume(runtime);
    if (!isOpened) {
      return different('the module did not take the runtime, so this was no replay');
    }
    const compared = compare(log, result);
    const left = unread();
    if (compared.exitCode !== 0 || left === undefined) return compared;
    return different(`the replay ended and did not ask for ${left}, which is recorded`);
  } catch (error) {
    if (isJournalError(error)) return diverged(events, error);
    const key = wanted();
    if (key === undefined) throw error;
    if (isOver(events)) return different(`the replay went on with ${key} where the run had ended`);
    return same(`, up to where the recording ends; next is ${key}`);
  }
}

function compare(log: RunLog, result: RunResult<Json>): Done {
  const { header } = log;
  const events = log.events.filter(({ path, type }) => path === '' && type === 'step');
  const recorded: DurableEvent[] = [...events, ...log.events.filter(isEnd)];
  const { steps, ...end } = result;
  const seqAt = (at: number) => recorded[at]?.seq ?? log.events.length + at;
  const replayed = [
    ...steps.map((step) => ({ type: 'step', step }) as const),
    // A run that waits has no end, in its log neither.
    ...(result.status === 'suspended' ? [] : [{ type: 'finished', result: end } as const]),
  ].map((body, at): DurableEvent => ({ v: 1, seq: seqAt(at), path: '', ...body }));
  const diff = diffRunLogs(
    { header, events: recorded, isCut: false },
    { header, events: replayed, isCut: false },
  );
  if (diff.kind === 'shorter' && diff.shorter === 'a' && !isOver(recorded)) {
    return same(', up to where the recording ends');
  }
  if (diff.kind !== 'same') {
    return { lines: diffAsText(diff, ['recorded', 'replayed']), exitCode: 1 };
  }
  return same(`: ${result.status}, ${result.stopReason}`);
}

function diverged(
  events: readonly DurableEvent[],
  { code, key, message }: { code: string; key: string; message: string },
): Done {
  const at = events.find((event) => 'key' in event && event.key === key);
  const where = at === undefined ? '' : ` at the event ${at.seq}`;
  return different(`${code}${where}: ${message}`);
}

function same(more: string): Done {
  return { lines: [`same${more}`], exitCode: 0 };
}

function different(what: string): Done {
  return { lines: [`different: ${what}`], exitCode: 1 };
}

function isEnd(event: DurableEvent): boolean {
  return event.type === 'finished' && event.path === '';
}

function isOver(events: readonly DurableEvent[]): boolean {
  return events.some(isEnd);
}
