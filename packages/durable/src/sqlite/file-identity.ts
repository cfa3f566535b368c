import { statSync } from 'node:fs';
import path from 'node:path';
import { JournalError } from '@loopwright/agent-run';

/**
 * Remembers which file an open database is, and gives the check that its path still leads there. SQLite writes on to a file
 * that was deleted, and says that all is well.
 *
 * @throws JournalError The check: `corrupt_journal` when the file was deleted or replaced.
 */
export function watchIdentity(file: string): () => void {
  if (file === ':memory:') return () => {};
  // A whole path, so that a process that changes its folder finds the file again.
  const place = path.resolve(file);
  const opened = identityOf(place);
  return () => {
    if (identityOf(place) === opened) return;
    throw new JournalError(
      'corrupt_journal',
      file,
      `${file} was deleted or replaced while it was open. What was stored since then is lost, and nothing more is stored: restore a copy, and open the store again`,
    );
  };
}

function identityOf(place: string): string | undefined {
  // As bigints, because those of some file systems are too large for numbers.
  const found = statSync(place, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
