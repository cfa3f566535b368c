import { isJournalError, JournalError, type RunResult } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { RuntimeStore } from './bounded-store.ts';
import type { Stored, StoredRecord } from './journal-store.ts';
import type { Lease } from './lease.ts';
import type { NewHeader, RecordCodec } from './records.ts';

/** Appends to one session, one record at a time. */
export type SessionWriter = {
  header(header: NewHeader): Promise<void>;
  entry(key: string, value: string, inputDigest: string | undefined): Promise<void>;
  finish(result: RunResult<Json>, keepMs: number): Promise<void>;
};

/**
 * The steps of a wave end together and are stored one after another, so that their numbers have no gaps. Once one was
 * not stored nothing is stored any more: whether the store has it is not known, and what follows would stand behind it.
 */
export function createSessionWriter(
  store: RuntimeStore,
  session: { sessionId: string; lease: Lease; records: RecordCodec; stored: number },
): SessionWriter {
  const { sessionId, lease, records } = session;
  let next = session.stored;
  let last: Promise<unknown> = Promise.resolve();
  let failure: { cause: unknown } | undefined;

  function inOrder(key: string, write: () => Promise<Stored>): Promise<void> {
    const turn = last.then(async () => {
      if (failure) {
        const message = `The step ${key} is not stored, because one before it was not`;
        throw new JournalError('not_stored', key, message, failure.cause);
      }
      try {
        if ((await write()) === 'fenced') throw lease.fenced(key);
      } catch (cause) {
        failure = { cause };
        if (isJournalError(cause)) throw cause;
        throw new JournalError('not_stored', key, `The step ${key} could not be stored`, cause);
      }
    });
    last = turn.catch(() => {});
    return turn;
  }
  const append = (record: StoredRecord) => {
    next += 1;
    return store.append(sessionId, lease.epoch, record);
  };

  return {
    header: (header) => inOrder('the header', async () => append(records.writeHeader(header))),
    entry: (key, value, inputDigest) =>
      inOrder(key, async () => append(records.writeEntry(next, key, value, inputDigest))),
    finish: (result, keepMs) =>
      inOrder('the result', async () => {
        const written = await records.writeResult(next, result);
        return store.finish(sessionId, lease.epoch, written, { keepMs });
      }),
  };
}
