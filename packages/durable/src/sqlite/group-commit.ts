import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './transaction.ts';

type Job = { work: () => unknown; resolve(value: unknown): void; reject(error: unknown): void };

/** Work that is committed together. */
export type GroupCommit = {
  /** Resolves, or rejects with what the work throws, once it is committed. */
  together<Value>(work: () => Value): Promise<Value>;
  /** Does what is waiting at once. */
  flush(): void;
};

/**
 * Does what is asked for within one turn of the event loop in one transaction: many sessions then wait for the disk together
 * and not one after another. Work that throws is alone in it, unless SQLite itself has ended the transaction, of which
 * nothing is stored then.
 */
export function createGroupCommit(database: DatabaseSync): GroupCommit {
  let waiting: Job[] = [];

  function flush(): void {
    const jobs = waiting;
    waiting = [];
    if (jobs.length === 0) return;
    const answers: (() => void)[] = [];
    try {
      inTransaction(database, 'IMMEDIATE', () => {
        for (const job of jobs) answers.push(perform(job));
      });
    } catch (error) {
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const answer of answers) answer();
  }

  function perform({ work, resolve, reject }: Job): () => void {
    try {
      const value = work();
      return () => resolve(value);
    } catch (error) {
      if (!database.isTransaction) throw error;
      return () => reject(error);
    }
  }

  return {
    together: <Value>(work: () => Value) =>
      new Promise<Value>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      }),
    flush,
  };
}
