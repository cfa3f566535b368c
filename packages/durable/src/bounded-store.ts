import { settle } from '@loopwright/tool-registry';
import type { JournalStore } from './journal-store.ts';

/** What a runtime asks of a store. */
export type RuntimeStore = Pick<
  JournalStore,
  'claim' | 'renew' | 'append' | 'finish' | 'release' | 'signal' | 'signals'
>;

/** Rejects when the work has not settled in time; what it does later is not heard. A throw at once is a rejection, too. */
export async function within<Value>(
  timeoutMs: number,
  what: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const settled = await settle(work, { timeoutMs });
  if (settled.kind === 'value') return settled.value as Value;
  if (settled.kind === 'thrown') throw settled.error;
  throw new Error(`${what} did not answer within ${timeoutMs} ms`);
}

/** A store each of whose answers comes within a time, or is an error: a run must end whatever its store does. */
export function boundedStore(store: JournalStore, timeoutMs: number): RuntimeStore {
  const bounded = <Value>(what: string, work: () => Promise<Value>) =>
    within(timeoutMs, `The store (${what})`, work);
  return {
    claim: (...args) => bounded('claim', () => store.claim(...args)),
    renew: (...args) => bounded('renew', () => store.renew(...args)),
    append: (...args) => bounded('append', () => store.append(...args)),
    finish: (...args) => bounded('finish', () => store.finish(...args)),
    release: (...args) => bounded('release', () => store.release(...args)),
    signal: (...args) => bounded('signal', () => store.signal(...args)),
    signals: (...args) => bounded('signals', () => store.signals(...args)),
  };
}
