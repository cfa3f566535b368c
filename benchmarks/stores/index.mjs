// The runtimes that are measured, in the order of the table.
import { attempt } from '../../scripts/lib/process.mjs';
import { openRestate, whyNoRestate } from './restate.mjs';

/**
 * - `open(folder)` gives `run(sessionId, work)`, which calls `work(runtime)` for a session and resolves with what it gives, and
 *   `close()`. One session may be run again; `folder` is empty and goes away.
 * - `missing()` resolves with the reason why it cannot be measured here, or undefined.
 * - `replays`: sessions can be run again. `concurrent`: takes part in the sessions at the same time.
 * - `mostTimesIdeal`: floor for the wall time of the sessions at the same time.
 */
export const stores = [
  { name: 'no runtime', concurrent: true, open: () => onRuntimes(() => undefined) },
  { name: 'journal in memory', replays: true, concurrent: true, open: openMemoryJournals },
  { name: 'store in memory', replays: true, concurrent: true, open: openMemoryStore },
  {
    name: 'SQLite NORMAL',
    replays: true,
    concurrent: true,
    mostTimesIdeal: 3,
    open: (folder) => openSqlite(folder, 'NORMAL'),
  },
  {
    name: 'SQLite FULL',
    replays: true,
    concurrent: true,
    open: (folder) => openSqlite(folder, 'FULL'),
  },
  {
    name: 'Redis everysec',
    replays: true,
    concurrent: true,
    missing: whyNoRedis,
    open: openRedis,
  },
  { name: 'Restate', missing: whyNoRestate, open: openRestate },
];

export function findStore(name) {
  return stores.find((store) => store.name === name);
}

async function openMemoryJournals() {
  const { createMemoryJournal } = await import('@loopwright/agent-run');
  const journals = new Map();
  return onRuntimes((sessionId) => {
    if (!journals.has(sessionId)) journals.set(sessionId, createMemoryJournal({ sessionId }));
    return journals.get(sessionId);
  });
}

async function openMemoryStore() {
  const { createMemoryStore } = await import('@loopwright/durable');
  return onJournalStore(createMemoryStore());
}

async function openSqlite(folder, synchronous) {
  const { createSqliteStore } = await import('@loopwright/durable/sqlite');
  return onJournalStore(createSqliteStore({ file: `${folder}/runs.db`, synchronous }));
}

async function whyNoRedis() {
  const { code } = await attempt('redis-server', ['--version']).catch(() => ({ code: undefined }));
  return code === 0 ? undefined : 'no redis-server';
}

async function openRedis() {
  const { startRedisServer } = await import('../../packages/test-servers/src/index.ts');
  const { openStore } = await import('@loopwright/durable/open-store');
  const server = await startRedisServer();
  const opened = await onJournalStore(await openStore(server.address));
  return {
    ...opened,
    async close() {
      await opened.close();
      await server.remove();
    },
  };
}

async function onJournalStore(store) {
  const { journalRuntime } = await import('@loopwright/durable');
  return {
    ...onRuntimes((sessionId) => journalRuntime({ store, sessionId })),
    close: () => store.close(),
  };
}

function onRuntimes(runtimeOf) {
  return { run: (sessionId, work) => work(runtimeOf(sessionId)), async close() {} };
}
