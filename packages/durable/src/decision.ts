import { type ApprovalAnswer, readApprovalAnswer } from '@loopwright/agent-run';
import { mustBe } from '@loopwright/agent-run/option-checks';
import type { JournalStore } from './journal-store.ts';

/**
 * Decides a call that a session waits for, or will wait for, from whatever process; run the session again to go on. The
 * first decision stands: resolves with false when there was one.
 *
 * @param key As in `pending` of the suspended result, or `waitingFor` of the list of sessions.
 * @throws TypeError unless the answer is true, false or an object with a boolean `approved`; ConfigurationError
 *   `invalid_option` unless session and key are texts.
 */
export async function decide(
  store: Pick<JournalStore, 'signal'>,
  sessionId: string,
  key: string,
  answer: boolean | ApprovalAnswer,
): Promise<boolean> {
  checkId('sessionId', sessionId);
  checkId('key', key);
  return store.signal(sessionId, key, JSON.stringify(readApprovalAnswer(answer)));
}

/**
 * A decision as it was stored. The first one stands, so that one which cannot be read would hold its session for ever: it
 * counts as no, which is what can be mended.
 */
export function readDecision(text: string): ApprovalAnswer {
  try {
    return readApprovalAnswer(JSON.parse(text));
  } catch {
    return { approved: false, note: 'The decision could not be read' };
  }
}

function checkId(name: string, id: unknown): void {
  mustBe(typeof id === 'string' && id.trim() !== '', name, 'a text that is not empty', id);
}
