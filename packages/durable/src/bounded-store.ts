import type { JournalStore } from './journal-store.ts';

/** What a runtime asks of a store. */
export type RuntimeStore = Pick<
  JournalStore,
  'claim' | 'renew' | 'append' | 'finish' | 'release' | 'signals'
>;

/** Longer delays overflow the timer of the platform and would fire at once. */
export const maxTimerMs = 2_147_483_647;

/** Rejects when the work has not settled in time; what it does later is not heard. A throw at once is a rejection, too. */
export async function within<Value>(
  timeoutMs: number,
  what: string,
  work: () => Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () =>
      reject(new Error(`The store did not answer within ${timeoutMs} ms (${what})`));
    timer = setTimeout(fail, Math.min(timeoutMs, maxTimerMs));
  });
  try {
    return await Promise.race([new Promise<Value>((adopt) => adopt(work())), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A store each of whose answers comes within a time, or is an error: a run must end whatever its store does. */
export function boundedStore(store: JournalStore, timeoutMs: number): RuntimeStore {
  const bounded = <Value>(what: string, work: () => Promise<Value>) =>
    within(timeoutMs, what, work);
  return {
    claim: (...args) => bounded('claim', () => store.claim(...args)),
    renew: (...args) => bounded('renew', () => store.renew(...args)),
    append: (...args) => bounded('append', () => store.append(...args)),
    finish: (...args) => bounded('finish', () => store.finish(...args)),
    release: (...args) => bounded('release', () => store.release(...args)),
    signals: (...args) => bounded('signals', () => store.signals(...args)),
  };
}
