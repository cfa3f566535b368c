import { randomUUID } from 'node:crypto';

/**
 * The name of a session in keys and ids: ASCII without a slash, one for each session, and also for half a surrogate pair.
 */
export function sessionKeyOf(sessionId: string): string {
  return encodeURIComponent(JSON.stringify(sessionId).slice(1, -1));
}

/** An id that no store, process or earlier life gives again. The part before the slash is the key of the session. */
export function newCheckpointId(sessionKey: string): string {
  return `${sessionKey}/${randomUUID()}`;
}
