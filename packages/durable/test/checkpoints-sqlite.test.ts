import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isConfigurationError, isJournalError } from '@loopwright/agent-run';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createSqliteCheckpointStore,
  type SqliteCheckpointStoreOptions,
} from '../src/checkpoints.ts';
import { createSqliteStore } from '../src/sqlite.ts';

type State = { readonly [name: string]: unknown };

const folder = mkdtempSync(path.join(tmpdir(), 'durable-checkpoints-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function newFile(): string {
  files += 1;
  return path.join(folder, `${files}.db`);
}

function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const open = (file: string, more: Partial<SqliteCheckpointStoreOptions> = {}) =>
  createSqliteCheckpointStore<State, State>({ file, synchronous: 'NORMAL', ...more });

const draft = { sessionId: 's', plan: { tasks: ['a'] }, goalState: { goal: 'g' }, seq: 0 };

async function saved(store: ReturnType<typeof open>, changes: Partial<typeof draft> = {}) {
  const saving = await store.save({ ...draft, ...changes });
  if (!saving.saved) throw new Error(saving.reason);
  return saving.checkpoint.id;
}

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** A journal with a live session of three records, in the same file. */
async function journalIn(file: string) {
  const journal = createSqliteStore({ file, synchronous: 'NORMAL' });
  const claim = await journal.claim('s', { ttlMs: 60_000 });
  if (claim.kind !== 'claimed') throw new Error(claim.kind);
  for (const ord of [0, 1, 2]) {
    await journal.append('s', claim.epoch, { ord, key: `k${ord}`, text: 't', checksum: 'c' });
  }
  return { journal, epoch: claim.epoch };
}

describe('checkpoints beside a journal in one file', () => {
  it('N7: evicting and expiring checkpoints touches nothing of the journal of a live session', async () => {
    const file = newFile();
    const { journal, epoch } = await journalIn(file);
    const before = await journal.load('s');
    const store = open(file, { maxCheckpoints: 2, ttlMs: 0 });
    for (let at = 0; at < 20; at += 1) await saved(store, { seq: at });
    expect(await store.list('s')).toHaveLength(2);
    await store.endSession('s');
    expect(await store.list('s')).toEqual([]);
    expect(await journal.load('s')).toEqual(before);
    const record = { ord: 3, key: 'k3', text: 't', checksum: 'c' };
    expect(await journal.append('s', epoch, record)).toBe('ok');
    await Promise.all([store.close(), journal.close()]);
  });

  it('N7: the file may be new, or have either of them first', async () => {
    const [checkpointsFirst, journalFirst] = [newFile(), newFile()];
    const first = open(checkpointsFirst);
    const id = await saved(first);
    const { journal } = await journalIn(checkpointsFirst);
    expect((await first.restore(id))?.plan).toEqual(draft.plan);
    await Promise.all([first.close(), journal.close()]);

    const other = await journalIn(journalFirst);
    await open(journalFirst).close();
    await other.journal.close();
    for (const file of [checkpointsFirst, journalFirst]) {
      const [again, againJournal] = [open(file), createSqliteStore({ file })];
      expect(await againJournal.list()).toMatchObject([{ sessionId: 's' }]);
      await Promise.all([again.close(), againJournal.close()]);
    }
  });

  it('N7: sweeping sessions away leaves their checkpoints, which have an end of their own', async () => {
    const file = newFile();
    const { journal, epoch } = await journalIn(file);
    const store = open(file);
    const id = await saved(store);
    await journal.finish('s', epoch, { text: 'r', checksum: 'c' }, { keepMs: 0 });
    await journal.release('s', epoch);
    await journal.sweep();
    expect(await journal.load('s')).toBeUndefined();
    expect((await store.restore(id))?.plan).toEqual(draft.plan);
    await Promise.all([store.close(), journal.close()]);
  });
});

describe('the file of a SQLite store of checkpoints', () => {
  it('N7: is readable by its owner only, and outlives the process', async () => {
    const file = newFile();
    const store = open(file);
    const id = await saved(store, { seq: 4 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await store.close();
    const again = open(file);
    expect(await again.restore(id)).toMatchObject({ plan: draft.plan, checkpoint: { id, seq: 4 } });
    await again.close();
  });

  it('N7: that is a database of something else is refused and gets no tables', () => {
    for (const sql of [
      'CREATE TABLE theirs (x)',
      'CREATE TABLE sessions (x)',
      'CREATE TABLE checkpoints (x)',
      'CREATE TABLE theirs (x); PRAGMA user_version = 1',
    ]) {
      const file = newFile();
      tamper(file, sql);
      const error = errorOf(() => open(file));
      expect(isConfigurationError(error), sql).toBe(true);
      expect(String(error)).toContain(`${file} is a database of something else`);
      const database = new DatabaseSync(file);
      expect(database.prepare('SELECT name FROM sqlite_schema').all()).toHaveLength(1);
      database.close();
    }
  });

  it('N7: is not taken for the database of a journal when it has tables of something else too', async () => {
    const file = newFile();
    await open(file).close();
    tamper(file, 'CREATE TABLE theirs (x)');
    expect(String(errorOf(() => createSqliteStore({ file })))).toContain('of something else');
  });

  it.each(['UPDATE checkpoint_tables SET version = 2', 'PRAGMA user_version = 2'])(
    'N7, CKPT-007: of a newer version is refused and not changed (%s)',
    async (sql) => {
      const file = newFile();
      const store = open(file);
      await saved(store);
      await store.close();
      tamper(file, sql);
      const before = readFileSync(file);
      const error = errorOf(() => open(file));
      expect(isJournalError(error) && [error.code, error.key]).toEqual(['newer_format', file]);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  it('N7, CKPT-009: that was cut or is garbage says so, and is not begun anew', async () => {
    const whole = newFile();
    const store = open(whole);
    const id = await saved(store, { plan: { tasks: ['x'.repeat(50_000)] } });
    await store.close();
    const bytes = readFileSync(whole);
    for (const content of [
      bytes.subarray(0, 1_000),
      bytes.subarray(0, bytes.length / 2),
      Buffer.from('{"v":1,"steps":[{"id":'.repeat(100)),
    ]) {
      const file = newFile();
      writeFileSync(file, content);
      const work = async () => {
        const cut = open(file);
        await cut.restore(id).finally(() => cut.close());
      };
      await expect(work()).rejects.toMatchObject({ code: 'corrupt_journal' });
      expect(readFileSync(file).equals(content)).toBe(true);
    }
  });
});

it('N7: a checkpoint is not saved to a file that was deleted or replaced', async () => {
  const file = newFile();
  const store = open(file);
  await saved(store);
  rmSync(file);
  const lost = { code: 'corrupt_journal', key: file };
  await expect(store.save(draft)).rejects.toMatchObject(lost);
  await open(file).close();
  await expect(store.endSession('s')).rejects.toMatchObject(lost);
  await store.close();
});

describe('a damaged checkpoint in SQLite', () => {
  it.each([
    ['state = substr(state, 1, 10)', 'its checksum is wrong'],
    ["state = replace(state, 'a', 'b')", 'its checksum is wrong'],
    ['facts = replace(facts, \'"seq":0\', \'"seq":9\')', 'its checksum is wrong'],
    ["facts = 'no JSON'", 'its checksum is wrong'],
    ["checksum = ''", 'its checksum is wrong'],
    ["state = CAST(x'ff41' AS TEXT)", 'its checksum is wrong'],
    ['format = 0', 'its format is unknown'],
  ])('N7, CKPT-008, CKPT-009: is rejected and hurts no other: %s', async (change, what) => {
    const file = newFile();
    const store = open(file);
    const [hurt, whole] = [await saved(store), await saved(store)];
    tamper(file, `UPDATE checkpoints SET ${change} WHERE id = '${hurt}'`);
    const error: unknown = await store.restore(hurt).catch((reason: unknown) => reason);
    expect(isJournalError(error) && [error.code, error.key]).toEqual(['corrupt_journal', hurt]);
    expect(String(error)).toContain(what);
    expect((await store.restore(whole))?.plan).toEqual(draft.plan);
    expect((await store.list('s')).map(({ id }) => id)).toContain(whole);
    await store.close();
    // It makes room like any other.
    const small = open(file, { maxCheckpoints: 1 });
    await saved(small);
    expect(await small.restore(hurt)).toBeUndefined();
    await small.close();
  });

  it('N7: cannot take the place of another', async () => {
    const file = newFile();
    const store = open(file);
    const [one, other] = [await saved(store), await saved(store, { sessionId: 'other' })];
    const part = (name: string) =>
      `${name} = (SELECT ${name} FROM checkpoints WHERE id = '${other}')`;
    const parts = ['facts', 'state', 'checksum'].map(part).join(', ');
    tamper(file, `UPDATE checkpoints SET ${parts} WHERE id = '${one}'`);
    await expect(store.restore(one)).rejects.toMatchObject({ code: 'corrupt_journal' });
    await store.close();
  });

  it('N7, CKPT-007: one of a newer version is refused and not rewritten', async () => {
    const file = newFile();
    const store = open(file);
    const id = await saved(store);
    tamper(file, "UPDATE checkpoints SET format = 99, state = 'of the future'");
    await expect(store.restore(id)).rejects.toMatchObject({ code: 'newer_format', key: id });
    await saved(store);
    const database = new DatabaseSync(file);
    const row = database.prepare('SELECT format, state FROM checkpoints WHERE id = ?').get(id);
    expect({ ...row }).toEqual({ format: 99, state: 'of the future' });
    database.close();
    await store.close();
  });
});

describe('a SQLite store of checkpoints', () => {
  it('N7: is closed once, and says so afterwards', async () => {
    const store = open(newFile());
    await store.close();
    await store.close();
    await expect(store.save(draft)).rejects.toThrow('is closed; open it again');
  });

  it('N7: a write that another connection keeps waiting rejects, and stores nothing', async () => {
    const file = newFile();
    const store = open(file, { busyTimeoutMs: 0 });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.save(draft)).rejects.toThrow('database is locked');
    expect(await store.list('s')).toEqual([]);
    other.exec('COMMIT');
    other.close();
    expect(await saved(store)).toMatch(/^s\//);
    await store.close();
  });

  it.each([
    [{ file: '' }, "file must be the path of a file, or ':memory:', not ''"],
    [{ file: ':memory:', synchronous: 'OFF' }, "synchronous must be 'FULL' or 'NORMAL', not 'OFF'"],
    [{ file: ':memory:', busyTimeoutMs: -1 }, 'busyTimeoutMs must be a whole number'],
    [{ file: ':memory:', now: 5 }, 'now must be a function'],
    [undefined, 'The options must be an object with a file'],
  ])('N7: refuses options that it cannot keep to: %j', (options, message) => {
    const error = errorOf(() => createSqliteCheckpointStore(options as never));
    expect(isConfigurationError(error) && error.code).toBe('invalid_option');
    expect((error as Error).message).toContain(message);
  });
});
