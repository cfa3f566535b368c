import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { JournalError } from '@loopwright/agent-run';
import { refuse } from '@loopwright/agent-run/option-checks';
import { describeDamage, isBusy, isOutOfReach } from './database-errors.ts';
import { loadSqlite } from './load-sqlite.ts';
import { hasForeignTables, journalPart, type SchemaPart } from './schema-parts.ts';
import { inTransaction } from './transaction.ts';

/** Milliseconds between two tries to switch to the write-ahead log. */
const retryMs = 20;

/**
 * Opens a database with the tables of a part, and makes what is not there.
 *
 * @throws ConfigurationError `invalid_option` when the file cannot be opened
 * @throws JournalError `corrupt_journal`, `newer_format`
 */
export function openDatabase(
  options: { file: string; synchronous: 'FULL' | 'NORMAL'; busyTimeoutMs: number },
  part: SchemaPart = journalPart,
): DatabaseSync {
  const { file, synchronous, busyTimeoutMs } = options;
  const { DatabaseSync } = loadSqlite();
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') createPrivately(file);
    // A whole path, because SQLite takes a name that begins with `file:` for a URI.
    const name = file === ':memory:' ? file : path.resolve(file);
    database = new DatabaseSync(name, { timeout: busyTimeoutMs });
    checkVersions(database, file, part);
    switchToWriteAheadLog(database, busyTimeoutMs);
    database.exec(`PRAGMA synchronous = ${synchronous}`);
    createTables(database, file, part);
    return database;
  } catch (error) {
    database?.close();
    if (isOutOfReach(error)) refuse(`file: ${file} cannot be used: ${(error as Error).message}`);
    throw describeDamage(file, error);
  }
}

/** SQLite gives the files beside a database the permissions of the database. */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(path.resolve(file), 'wx', 0o600));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  }
}

/** A newer journal may have tables that this version takes for something else's, so that its version counts for every part. */
function checkVersions(database: DatabaseSync, file: string, part: SchemaPart): void {
  for (const { version: known, versionOf } of new Set([journalPart, part])) {
    const version = versionOf(database);
    if (version <= known) continue;
    throw new JournalError(
      'newer_format',
      file,
      `The tables of ${file} have version ${version}; this version of the package knows up to ${known}. Nothing was changed`,
    );
  }
}

/** SQLite does not wait by itself when two connections switch a new database at once. */
function switchToWriteAheadLog(database: DatabaseSync, busyTimeoutMs: number): void {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyTimeoutMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

function createTables(database: DatabaseSync, file: string, part: SchemaPart): void {
  inTransaction(database, 'IMMEDIATE', () => {
    // Another process may have been faster, and be of a newer version.
    checkVersions(database, file, part);
    if (part.versionOf(database) !== 0) return;
    if (hasForeignTables(database)) {
      refuse(`file: ${file} is a database of something else; name a file of its own`);
    }
    database.exec(part.create);
  });
}
