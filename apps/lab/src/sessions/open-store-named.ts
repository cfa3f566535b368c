import type { JournalStore } from '@loopwright/durable';
import { openStore } from '@loopwright/durable/open-store';
import { explainSessionError } from './explain-session-error.ts';
import { sessionRefused } from './session-refused.ts';

/**
 * Opens the store that the command line names, and asks it something: what cannot be reached is found before anything runs.
 *
 * @throws SessionRefused with one sentence that says what is wrong, and never a password.
 */
export async function openStoreNamed(name: string, sessionId: string): Promise<JournalStore> {
  let store: JournalStore | undefined;
  try {
    store = await openStore(name);
    await store.load(sessionId);
    return store;
  } catch (error) {
    await store?.close().catch(() => {});
    throw sessionRefused(explainSessionError(error, sessionId));
  }
}
