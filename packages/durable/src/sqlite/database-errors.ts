import { JournalError } from '@loopwright/agent-run';

/** The primary result codes of SQLite that are told apart. */
const sqliteCodes = { busy: 5, readOnly: 8, corrupt: 11, cannotOpen: 14, notDatabase: 26 };

/** An error as the caller should see it: a damaged file has a code of its own, the rest stays what it is. */
export function describeDamage(file: string, error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (code !== sqliteCodes.corrupt && code !== sqliteCodes.notDatabase) return error;
  return new JournalError(
    'corrupt_journal',
    file,
    `${file} is damaged or no SQLite database (${(error as Error).message}). Nothing was repaired: restore a copy, or name another file`,
    error,
  );
}

export function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error) === sqliteCodes.busy;
}

/** Whether a file could not be created, opened or written, which is the caller's to change. */
export function isOutOfReach(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  const isFileSystem = typeof (error as { syscall?: unknown } | null)?.syscall === 'string';
  return isFileSystem || code === sqliteCodes.readOnly || code === sqliteCodes.cannotOpen;
}

/** The lowest byte of what SQLite says; the others only say more about it. */
function sqliteCodeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}
