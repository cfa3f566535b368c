import type { DatabaseSync } from 'node:sqlite';

/**
 * Does synchronous work in one transaction. `IMMEDIATE` takes the write lock at once, so that what was read still holds
 * when it is written; `DEFERRED` reads several tables at one moment.
 */
export function inTransaction<Value>(
  database: DatabaseSync,
  mode: 'IMMEDIATE' | 'DEFERRED',
  work: () => Value,
): Value {
  database.exec(`BEGIN ${mode}`);
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
