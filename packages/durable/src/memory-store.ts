import type { JournalStore, StoredRecord, StoredResult } from './journal-store.ts';

type Session = {
  records: StoredRecord[];
  recordCount: number;
  result?: StoredResult;
  /** Of the latest claim. */
  epoch?: number;
  leaseUntil: number;
  waitingFor: readonly string[];
  signals: Map<string, string>;
  changedAt: number;
  expiresAt: number;
};

/**
 * A store in memory: for tests, and for sessions that need not outlive their process.
 *
 * @param options.now The store's clock, in milliseconds. Default `Date.now`.
 */
export function createMemoryStore({
  now = Date.now,
}: {
  now?: (() => number) | undefined;
} = {}): JournalStore {
  const sessions = new Map<string, Session>();
  /** Of all sessions, so that one that was swept and begins again is not confused with what it was. */
  let latestEpoch = 0;
  const sessionOf = (id: string): Session => {
    const known = sessions.get(id);
    if (known) return known;
    const made: Session = {
      records: [],
      recordCount: 0,
      leaseUntil: 0,
      waitingFor: [],
      signals: new Map(),
      changedAt: now(),
      expiresAt: Infinity,
    };
    sessions.set(id, made);
    return made;
  };
  /** The session, if the epoch is still its own and was not given back. */
  const held = (id: string, epoch: number): Session | undefined => {
    const session = sessions.get(id);
    return session?.epoch === epoch && session.leaseUntil > 0 ? session : undefined;
  };
  const copyOf = ({ records, recordCount, result }: Session) =>
    structuredClone({ records, recordCount, ...(result ? { result } : {}) });

  return {
    async claim(id, { ttlMs }) {
      const session = sessionOf(id);
      if (session.result) return { kind: 'finished', session: copyOf(session) };
      const forMs = session.leaseUntil - now();
      if (forMs > 0) return { kind: 'held', forMs };
      latestEpoch += 1;
      session.epoch = latestEpoch;
      session.leaseUntil = now() + ttlMs;
      return { kind: 'claimed', epoch: latestEpoch, session: copyOf(session) };
    },
    async renew(id, epoch, ttlMs) {
      const session = held(id, epoch);
      if (session) session.leaseUntil = now() + ttlMs;
      return session !== undefined;
    },
    async append(id, epoch, record) {
      const session = held(id, epoch);
      const isNext = session && !session.result && session.recordCount === record.ord;
      if (!isNext || session.records.some(({ key }) => key === record.key)) return 'fenced';
      session.records.push({ ...record });
      session.recordCount += 1;
      session.waitingFor = [];
      session.changedAt = now();
      return 'ok';
    },
    async finish(id, epoch, result, { keepMs }) {
      const session = held(id, epoch);
      if (!session || session.result) return 'fenced';
      session.result = { ...result };
      session.waitingFor = [];
      session.changedAt = now();
      session.expiresAt = now() + keepMs;
      return 'ok';
    },
    async release(id, epoch, waitingFor) {
      const session = held(id, epoch);
      if (!session) return;
      session.leaseUntil = 0;
      if (waitingFor && !session.result) session.waitingFor = [...waitingFor];
    },
    async signal(id, key, text) {
      const { signals } = sessionOf(id);
      if (signals.has(key)) return false;
      signals.set(key, text);
      return true;
    },
    signals: async (id) => new Map(sessions.get(id)?.signals),
    async load(id) {
      const session = sessions.get(id);
      return session && copyOf(session);
    },
    async list() {
      return [...sessions]
        .map(([sessionId, { records, result, waitingFor, changedAt }]) => ({
          sessionId,
          status: result
            ? ('finished' as const)
            : waitingFor.length > 0
              ? ('waiting' as const)
              : ('open' as const),
          records: records.length,
          ...(waitingFor.length > 0 ? { waitingFor: [...waitingFor] } : {}),
          changedAt,
        }))
        .sort((left, right) => right.changedAt - left.changedAt);
    },
    async sweep() {
      const expired = [...sessions].filter(
        ([, { result, expiresAt }]) => result && expiresAt <= now(),
      );
      for (const [id] of expired) sessions.delete(id);
      return expired.length;
    },
    async close() {},
  };
}
