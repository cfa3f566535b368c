import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isConfigurationError, isJournalError } from '@loopwright/agent-run';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteStore, type SqliteStoreOptions } from '../src/sqlite.ts';
import { createStillClock } from './conformance-support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'durable-sqlite-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function newFile(): string {
  files += 1;
  return path.join(folder, `${files}.db`);
}

/** Does something to a database behind the store's back. */
function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** A file with two sessions of some records each; `epoch` is of the first. */
async function filled(file: string, text = 'text') {
  const store = createSqliteStore({ file, synchronous: 'NORMAL' });
  const epochs: number[] = [];
  for (const id of ['one', 'two']) {
    const claim = await store.claim(id, { ttlMs: 60_000 });
    if (claim.kind !== 'claimed') throw new Error('held');
    epochs.push(claim.epoch);
    for (let ord = 0; ord < 3; ord += 1) {
      await store.append(id, claim.epoch, { ord, key: `k${ord}`, text, checksum: 'sum' });
    }
  }
  return { store, epoch: epochs[0]! };
}

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};
const refusalOf = (options: SqliteStoreOptions): string => {
  const error = thrownBy(() => createSqliteStore(options));
  expect(isConfigurationError(error)).toBe(true);
  return (error as Error).message;
};

describe('the file of a SQLite store', () => {
  it('is readable by its owner only, with the files beside it', async () => {
    const file = newFile();
    const { store } = await filled(file);
    for (const name of [file, `${file}-wal`, `${file}-shm`]) {
      expect(statSync(name).mode & 0o777).toBe(0o600);
    }
    await store.close();
  });

  it('keeps its permissions when it is there already', async () => {
    const file = newFile();
    writeFileSync(file, '', { mode: 0o640 });
    await createSqliteStore({ file }).close();
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('has a write-ahead log and the version of its tables', async () => {
    const file = newFile();
    await createSqliteStore({ file }).close();
    const database = new DatabaseSync(file);
    expect({ ...database.prepare('PRAGMA journal_mode').get() }).toEqual({ journal_mode: 'wal' });
    expect({ ...database.prepare('PRAGMA user_version').get() }).toEqual({ user_version: 1 });
    database.close();
  });

  it('may have a name that looks like a URI', async () => {
    const name = path.join(path.relative('.', folder), 'file:x?mode=memory');
    await createSqliteStore({ file: name }).close();
    expect(statSync(path.join(folder, 'file:x?mode=memory')).size).toBeGreaterThan(0);
  });

  it.each(['DELETE', 'WAL'])('of a newer version is refused and not changed (%s)', (mode) => {
    const file = newFile();
    tamper(file, `PRAGMA journal_mode = ${mode}; CREATE TABLE new (x); PRAGMA user_version = 2`);
    const before = readFileSync(file);
    const error = thrownBy(() => createSqliteStore({ file }));
    expect(isJournalError(error) && [error.code, error.key]).toEqual(['newer_format', file]);
    expect(String(error)).toContain('have version 2; this version of the package knows up to 1');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('that is a database of something else is refused and gets no tables', () => {
    const file = newFile();
    tamper(file, 'CREATE TABLE theirs (x)');
    expect(refusalOf({ file })).toContain(`${file} is a database of something else`);
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toHaveLength(1);
    database.close();
  });

  it('of garbage is refused and not changed', () => {
    const file = newFile();
    const garbage = 'no database at all, '.repeat(500);
    writeFileSync(file, garbage);
    const error = thrownBy(() => createSqliteStore({ file }));
    expect(isJournalError(error) && [error.code, error.key]).toEqual(['corrupt_journal', file]);
    expect(String(error)).toContain(`${file} is damaged or no SQLite database`);
    expect(readFileSync(file, 'utf8')).toBe(garbage);
  });

  it('that was cut is refused, or its methods reject, and say so', async () => {
    const whole = newFile();
    const { store } = await filled(whole, 'x'.repeat(20_000));
    await store.close();
    const bytes = readFileSync(whole);
    for (const kept of [50, 1_000, 4_096, 20_000, bytes.length / 2]) {
      const file = newFile();
      writeFileSync(file, bytes.subarray(0, kept));
      const work = async () => {
        const cut = createSqliteStore({ file });
        try {
          await cut.load('one');
          await cut.load('two');
        } finally {
          await cut.close();
        }
      };
      await expect(work(), `${kept} bytes`).rejects.toMatchObject({ code: 'corrupt_journal' });
    }
  });

  it('that was deleted or replaced under the store takes no session and no result', async () => {
    const file = newFile();
    const { store, epoch } = await filled(file);
    const lost = {
      code: 'corrupt_journal',
      key: file,
      message: expect.stringContaining('was deleted or replaced'),
    };
    const claim = () => store.claim('three', { ttlMs: 1_000 });
    const finish = () =>
      store.finish('one', epoch, { text: 't', checksum: 'c' }, { keepMs: 60_000 });
    rmSync(file);
    await expect(claim()).rejects.toMatchObject(lost);
    await expect(finish()).rejects.toMatchObject(lost);
    const other = createSqliteStore({ file });
    await expect(claim()).rejects.toMatchObject(lost);
    await expect(finish()).rejects.toMatchObject(lost);
    expect(await other.list()).toEqual([]);
    await Promise.all([store.close(), other.close()]);
  });

  it('may be reached by another name, and be written to by others', async () => {
    const file = newFile();
    const name = newFile();
    symlinkSync(file, name);
    await createSqliteStore({ file }).close();
    const store = createSqliteStore({ file: name });
    await (await filled(file)).store.close();
    expect((await store.claim('three', { ttlMs: 1_000 })).kind).toBe('claimed');
    await store.close();
  });

  it('that cannot be created or opened is named, with the reason', () => {
    const missing = path.join(folder, 'no', 'such', 'folder.db');
    expect(refusalOf({ file: missing })).toContain(`${missing} cannot be used: ENOENT`);
    const directory = newFile();
    mkdirSync(directory);
    expect(refusalOf({ file: directory })).toContain(`${directory} cannot be used: unable to open`);
  });

  it('that another connection keeps locked rejects with what SQLite says', async () => {
    const file = newFile();
    const store = createSqliteStore({ file, busyTimeoutMs: 0 });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.claim('s', { ttlMs: 1 })).rejects.toThrow('database is locked');
    expect(await store.list()).toEqual([]);
    other.exec('COMMIT');
    other.close();
    expect((await store.claim('s', { ttlMs: 1 })).kind).toBe('claimed');
    await store.close();
  });

  it('that another connection keeps locked when it is new is not waited for longer than told', () => {
    const file = newFile();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE; CREATE TABLE x (y)');
    const error = thrownBy(() => createSqliteStore({ file, busyTimeoutMs: 40 }));
    expect(String(error)).toContain('database is locked');
    other.close();
  });
});

describe('a SQLite store', () => {
  it('gives a record that was changed as it is now, to who can tell, and the other sessions whole', async () => {
    const file = newFile();
    const { store } = await filled(file);
    tamper(file, "UPDATE records SET text = CAST(x'ff41' AS TEXT) WHERE session_id = 'one'");
    const { records } = (await store.load('one'))!;
    expect(records.map(({ text }) => text)).toEqual(['\ufffdA', '\ufffdA', '\ufffdA']);
    expect((await store.load('two'))?.records.map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => 'text'),
    );
    expect(await store.list()).toHaveLength(2);
    await store.close();
  });

  it('never puts a record in the place of one that is missing', async () => {
    const file = newFile();
    const { store, epoch } = await filled(file);
    tamper(file, "DELETE FROM records WHERE session_id = 'one' AND ord = 1");
    const record = { ord: 1, key: 'k1', text: 'other', checksum: 'sum' };
    expect(await store.append('one', epoch, record)).toBe('fenced');
    expect((await store.load('one'))?.records.map(({ ord }) => ord)).toEqual([0, 2]);
    await store.close();
  });

  it('sweeps records and signals away with their session, and says how many sessions', async () => {
    const file = newFile();
    const { now, passTime } = createStillClock();
    const store = createSqliteStore({ file, now });
    for (const id of ['one', 'two', 'three']) {
      const claim = await store.claim(id, { ttlMs: 1_000 });
      if (claim.kind !== 'claimed') throw new Error('held');
      const { epoch } = claim;
      await store.append(id, epoch, { ord: 0, key: 'k', text: 't', checksum: 'c' });
      await store.signal(id, 'k', 't');
      if (id === 'three') continue;
      await store.finish(id, epoch, { text: 't', checksum: 'c' }, { keepMs: 500 });
    }
    passTime(499);
    expect(await store.sweep()).toBe(0);
    passTime(1);
    expect(await store.sweep()).toBe(2);
    await store.close();
    const database = new DatabaseSync(file);
    for (const table of ['sessions', 'records', 'signals']) {
      expect(database.prepare(`SELECT * FROM ${table}`).all(), table).toHaveLength(1);
    }
    database.close();
  });

  it('what is given back after its end waits for nothing, and is no longer held', async () => {
    const { store, epoch } = await filled(newFile());
    await store.finish('one', epoch, { text: 't', checksum: 'c' }, { keepMs: 60_000 });
    await store.release('one', epoch, ['approve:1']);
    const [summary] = (await store.list()).filter(({ sessionId }) => sessionId === 'one');
    expect(summary).toEqual({
      sessionId: 'one',
      status: 'finished',
      records: 3,
      changedAt: expect.any(Number),
    });
    expect(await store.renew('one', epoch, 60_000)).toBe(false);
    await store.close();
  });

  const newRecord = { ord: 3, key: 'k3', text: 'text', checksum: 'sum' };

  it('stores what it was asked for before it is closed', async () => {
    const { store, epoch } = await filled(newFile());
    const appended = store.append('one', epoch, newRecord);
    await store.close();
    expect(await appended).toBe('ok');
  });

  it('says of all that is asked for in one turn that it is not stored when it cannot write, and goes on', async () => {
    const file = newFile();
    await (await filled(file)).store.close();
    const store = createSqliteStore({ file, busyTimeoutMs: 0 });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const claims = await Promise.allSettled(
      ['three', 'four'].map((id) => store.claim(id, { ttlMs: 1_000 })),
    );
    expect(claims.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    other.exec('ROLLBACK');
    other.close();
    expect((await store.claim('three', { ttlMs: 1_000 })).kind).toBe('claimed');
    expect((await store.list()).map(({ sessionId }) => sessionId)).not.toContain('four');
    await store.close();
  });

  it('that is closed says so', async () => {
    const store = createSqliteStore({ file: ':memory:' });
    await store.close();
    await expect(store.list()).rejects.toThrow('The store :memory: is closed');
  });

  it('refuses half a surrogate pair and names what has it, not its text', async () => {
    const store = createSqliteStore({ file: ':memory:' });
    const half = 'secret \ud800';
    const record = { ord: 0, key: 'k', text: half, checksum: 'c' };
    const wanted = /^The text must be whole Unicode, without half a pair$/;
    await expect(store.append('s', 1, record)).rejects.toThrow(wanted);
    await expect(store.load(half)).rejects.toThrow(/^The id must be whole Unicode/);
    await store.close();
  });

  it.each([
    [{ file: '' }, "file must be the path of a file, or ':memory:', not ''"],
    [{ file: ':memory:', synchronous: 'OFF' }, "synchronous must be 'FULL' or 'NORMAL', not 'OFF'"],
    [{ file: ':memory:', busyTimeoutMs: -1 }, 'busyTimeoutMs must be a whole number'],
    [{ file: ':memory:', now: 5 }, 'now must be a function'],
    [{ file: ':memory:', wal: true }, 'There is no option wal'],
    [undefined, 'The options must be an object with a file'],
  ])('refuses options that it cannot keep to: %j', (options, message) => {
    expect(refusalOf(options as never)).toContain(message);
  });
});
