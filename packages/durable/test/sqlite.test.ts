import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'vitest';
import { conformanceCases, type StoreUnderTest } from '../src/conformance.ts';
import { createSqliteStore } from '../src/sqlite.ts';
import { createStillClock } from './conformance-support.ts';

const synchronous = 'NORMAL';

/** A file of its own for each case, and a second connection to it. */
function fileUnderTest(): StoreUnderTest {
  const { now, passTime } = createStillClock();
  const folder = mkdtempSync(path.join(tmpdir(), 'durable-sqlite-'));
  const open = () => createSqliteStore({ file: path.join(folder, 'runs.db'), synchronous, now });
  return {
    store: open(),
    passTime,
    openAnother: open,
    dispose: () => rmSync(folder, { recursive: true }),
  };
}

function memoryUnderTest(): StoreUnderTest {
  const { now, passTime } = createStillClock();
  return { store: createSqliteStore({ file: ':memory:', now }), passTime };
}

describe('the SQLite store in a file, with two connections', () => {
  for (const { name, run } of conformanceCases(fileUnderTest)) it(name, run);
});

describe('the SQLite store in memory', () => {
  for (const { name, run } of conformanceCases(memoryUnderTest)) it(name, run);
});
