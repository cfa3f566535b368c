import { setTimeout as wait } from 'node:timers/promises';
import { isJournalError } from '@loopwright/agent-run';

const tryEachMs = 50;

/**
 * Starts a run over a session that somebody may hold. Whoever died holding it does so until its lease ends, so a refusal
 * with `in_use` is taken for good only when the session is still held after `leaseMs`. `onWait` is told once.
 */
export async function whenFree<Result>(
  start: () => Promise<Result>,
  options: { leaseMs: number; onWait(): void; leave?: AbortSignal | undefined },
): Promise<Result> {
  const { leaseMs, onWait, leave } = options;
  let refusedAt: number | undefined;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isJournalError(error) || error.code !== 'in_use' || leave?.aborted) throw error;
      if (refusedAt === undefined) onWait();
      refusedAt ??= Date.now();
      if (Date.now() - refusedAt > leaseMs + tryEachMs) throw error;
      await wait(tryEachMs);
    }
  }
}
