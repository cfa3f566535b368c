import { checkFunctions, refuse } from '@loopwright/agent-run/option-checks';
import type {
  Claim,
  JournalStore,
  SessionSummary,
  Stored,
  StoredRecord,
  StoredSession,
} from '../journal-store.ts';
import { readKeys } from '../waiting-for.ts';
import { describeDamage } from './database-errors.ts';
import { watchIdentity } from './file-identity.ts';
import { checkFileOptions, fileOptionsOf, type SqliteFileOptions } from './file-options.ts';
import { createGroupCommit } from './group-commit.ts';
import { openDatabase } from './open-database.ts';
import { prepareStatements } from './statements.ts';
import { inTransaction } from './transaction.ts';

/** Options of {@link createSqliteStore}. */
export type SqliteStoreOptions = SqliteFileOptions & {
  /** The store's clock, in milliseconds since 1970, the same for all its processes. Default `Date.now`. */
  now?: (() => number) | undefined;
};

/**
 * A store in one SQLite file, for all processes of one machine. Needs Node 24 and a disk of that machine: the locks of
 * SQLite do not hold on network drives. What is asked for in one turn of the event loop is one short transaction: many
 * sessions wait for the disk together. A method rejects with `JournalError` `corrupt_journal` when the file is damaged where
 * it reads, and with SQLite's own error when it cannot write. That the file was deleted or replaced is seen at `claim` and
 * `finish`, which then reject with `corrupt_journal`, and not at other calls.
 *
 * @throws ConfigurationError `invalid_option`; also when the file cannot be opened or is something else's database
 * @throws JournalError `corrupt_journal`, `newer_format`
 */
export function createSqliteStore(options: SqliteStoreOptions): JournalStore {
  checkFileOptions(options, ['now']);
  checkFunctions(options, ['now']);
  const { file, now = Date.now } = options;
  const database = openDatabase(fileOptionsOf(options));
  const checkIdentity = watchIdentity(file);
  const sql = prepareStatements(database);

  /** Does the work of a method, whose texts are checked first. */
  const attempt = async <Value>(
    texts: Texts,
    work: () => Value | Promise<Value>,
  ): Promise<Value> => {
    checkTexts(texts);
    if (!database.isOpen) refuse(`The store ${file} is closed; open it again to go on`);
    try {
      return await work();
    } catch (error) {
      throw describeDamage(file, error);
    }
  };
  const { together, flush } = createGroupCommit(database);
  const read = (id: string): StoredSession | undefined => {
    const session = sql.sessionOf.get({ id }) as SessionRow | undefined;
    if (!session) return undefined;
    const { recordCount, text, checksum } = session;
    const records = sql.recordsOf.all({ id }) as StoredRecord[];
    return {
      records: records.map((record) => ({ ...record })),
      recordCount,
      ...(text === null ? {} : { result: { text, checksum: checksum ?? '' } }),
    };
  };

  return {
    claim: (id, { ttlMs }) =>
      attempt({ id }, () => {
        checkIdentity();
        return together((): Claim => {
          const stored = read(id);
          if (stored?.result) return { kind: 'finished', session: stored };
          const at = now();
          const lease = sql.leaseOf.get({ id }) as { leaseUntil: number } | undefined;
          const forMs = (lease?.leaseUntil ?? at) - at;
          if (forMs > 0) return { kind: 'held', forMs };
          const { epoch } = sql.nextEpoch.get() as { epoch: number };
          sql.take.run({ id, epoch, at, leaseUntil: at + ttlMs });
          return { kind: 'claimed', epoch, session: stored ?? { records: [], recordCount: 0 } };
        });
      }),
    renew: (id, epoch, ttlMs) =>
      attempt({ id }, () =>
        together(() => sql.renew.run({ id, epoch, leaseUntil: now() + ttlMs }).changes === 1),
      ),
    append: (id, epoch, { ord, key, text, checksum }) =>
      attempt({ id, key, text, checksum }, () =>
        together((): Stored => {
          const { changes } = sql.append.run(id, epoch, ord, key, text, checksum, now());
          return changes === 1 ? 'ok' : 'fenced';
        }),
      ),
    finish: (id, epoch, { text, checksum }, { keepMs }) =>
      attempt({ id, text, checksum }, () => {
        checkIdentity();
        return together((): Stored => {
          const at = now();
          const values = { id, epoch, text, checksum, at, expiresAt: at + keepMs };
          return sql.finish.run(values).changes === 1 ? 'ok' : 'fenced';
        });
      }),
    release: (id, epoch, waitingFor) =>
      attempt({ id }, () =>
        together(() => {
          const keys = waitingFor ? JSON.stringify(waitingFor) : null;
          sql.release.run({ id, epoch, waitingFor: keys });
        }),
      ),
    signal: (id, key, text) =>
      attempt({ id, key, text }, () =>
        together(() => {
          sql.know.run({ id, at: now() });
          return sql.signal.run({ id, key, text }).changes === 1;
        }),
      ),
    signals: (id) =>
      attempt({ id }, () => {
        const rows = sql.signalsOf.all({ id }) as { key: string; text: string }[];
        return new Map(rows.map(({ key, text }) => [key, text]));
      }),
    load: (id) => attempt({ id }, () => inTransaction(database, 'DEFERRED', () => read(id))),
    list: () => attempt({}, () => (sql.list.all() as ListRow[]).map(summaryOf)),
    sweep: () => attempt({}, () => Number(sql.sweep.run({ at: now() }).changes)),
    async close() {
      if (!database.isOpen) return;
      flush();
      database.close();
    },
  };
}

type SessionRow = { recordCount: number; text: string | null; checksum: string | null };

type ListRow = {
  id: string;
  waitingFor: string | null;
  isFinished: number;
  records: number;
  changedAt: number;
};

function summaryOf({ id, isFinished, records, changedAt, ...row }: ListRow): SessionSummary {
  const waitingFor = readKeys(row.waitingFor);
  return {
    sessionId: id,
    status: isFinished ? 'finished' : waitingFor.length > 0 ? 'waiting' : 'open',
    records,
    ...(waitingFor.length > 0 ? { waitingFor } : {}),
    changedAt,
  };
}

type Texts = { readonly [name: string]: string };

/** UTF-8 has no half surrogate pairs: two names would become one, and a text would not be what its checksum says. */
function checkTexts(texts: Texts): void {
  for (const [name, text] of Object.entries(texts)) {
    if (!text.isWellFormed()) refuse(`The ${name} must be whole Unicode, without half a pair`);
  }
}
