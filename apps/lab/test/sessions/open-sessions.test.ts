import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JournalError } from '@loopwright/agent-run';
import { journalRuntime } from '@loopwright/durable';
import { openStore } from '@loopwright/durable/open-store';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSessions, type Sessions } from '../../src/sessions/index.ts';

let folder: string;
let store: string;
let told: string[];
let onTold: () => void;
const opened: Sessions[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loopwright-sessions-'));
  store = `sqlite:${path.join(folder, 'runs.db')}`;
  told = [];
  onTold = () => {};
});
afterEach(async () => {
  for (const sessions of opened.splice(0)) await sessions.close();
  rmSync(folder, { recursive: true });
});

async function open(name = store, options: { leaseMs?: number } = {}): Promise<Sessions> {
  const sessions = await openSessions(
    { store: name, session: 's' },
    {
      withoutKey: (text) => text.replaceAll('secret', 'hidden'),
      tell(sentence) {
        told.push(sentence);
        onTold();
      },
      ...options,
    },
  );
  opened.push(sessions);
  return sessions;
}

function run(sessions: Sessions, task = 'x') {
  const actor = fromPolicy(() => 'Final Answer: secret');
  return sessions.run('one', { actor }, async ({ models, runtime, detach }) => ({
    result: await runReact({
      ...{ task, runtime, detach },
      model: models.actor,
      tools: createToolRegistry({ tools: [] }),
    }),
  }));
}

/** Holds the session of {@link run} as another process does; gives the function that lets it go. */
async function hold() {
  const other = await openStore(store);
  const claim = await other.claim('s/one', { ttlMs: 60_000 });
  if (claim.kind !== 'claimed') throw new Error('Somebody holds the session already');
  return async () => {
    await other.release('s/one', claim.epoch);
    await other.close();
  };
}

it('runs once: the second time the stored result is told, and what is stored has passed the hider', async () => {
  const first = await run(await open());
  expect(first.session).toEqual({ id: 's/one', requestsNow: 1, requestsBefore: 0 });
  const second = await run(await open());
  expect(second.session).toEqual({ id: 's/one', requestsNow: 0, requestsBefore: 1 });
  expect(second.result).toEqual(first.result);
  expect(second.result).toMatchObject({ status: 'solved', answer: 'hidden' });
});

it('waits for a session that is held, says so once, and goes on when it is free', async () => {
  const sessions = await open();
  const letGo = await hold();
  onTold = () => void letGo();
  expect((await run(sessions)).result.status).toBe('solved');
  expect(told).toEqual([
    'Session s/one is held, by another process or by one that died: waiting for up to 3 s',
  ]);
});

it('a session that is held for longer than a lease is refused', async () => {
  const sessions = await open(store, { leaseMs: 100 });
  const letGo = await hold();
  await expect(run(sessions)).rejects.toMatchObject({
    name: 'SessionRefused',
    message:
      'Another process holds session s/one: wait until it has ended, or name another --session.',
  });
  await letGo();
});

it('a session of another run is refused', async () => {
  const sessions = await open();
  await run(sessions);
  await expect(run(sessions, 'y')).rejects.toThrow(
    'Session s/one was begun with other options: give the --format',
  );
});

it('a session that another program began is not blamed on the options', async () => {
  const other = await openStore(store);
  await runReact({
    task: 'x',
    model: fromPolicy(() => 'Final Answer: secret'),
    tools: createToolRegistry({ tools: [] }),
    runtime: journalRuntime({ store: other, sessionId: 's/one' }),
  });
  await other.close();
  await expect(run(await open())).rejects.toThrow(
    'Session s/one was begun with another codec: use the program that began it, or name another --session.',
  );
});

it.each([
  ['strategy', 'was begun by another strategy: use the program'],
  ['version', 'was begun by another version of its strategy: use the program'],
  ['startFrom', 'was begun from another start: use the program'],
  ['config', 'was begun with other options: give the --format'],
])('a session of which the %s is another one %s', async (key, sentence) => {
  const sessions = await open();
  const error = new JournalError('stamp_mismatch', key, 'The session was started otherwise');
  await expect(sessions.run('one', {}, () => Promise.reject(error))).rejects.toThrow(sentence);
});

it('an error that is none of the store passes through as it is', async () => {
  const sessions = await open();
  const error = new TypeError('a mistake');
  await expect(sessions.run('one', {}, () => Promise.reject(error))).rejects.toBe(error);
});

it('a store that a newer version has written is refused', async () => {
  const database = new DatabaseSync(path.join(folder, 'runs.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expect(open()).rejects.toThrow(
    'Session s or its store was written by a newer version and was left as it is',
  );
});

it.each([
  ['sqlite:/nowhere/runs.db', '/nowhere/runs.db cannot be used: ENOENT'],
  [`sqlite:${import.meta.filename}`, 'is damaged or no SQLite database'],
  ['postgres://ann:secret-word@db', ': A store is named sqlite:FILE or redis://HOST:PORT'],
  ['redis', ': A store is named sqlite:FILE or redis://HOST:PORT'],
  ['secret-word.db', ': A store is named sqlite:FILE or redis://HOST:PORT'],
  ['redis://ann:secret-word@127.0.0.1:99999', ': The address of the Redis server is no URL'],
  ['redis://ann:secret-word@127.0.0.1:1', ': The Redis server cannot be used: it does not answer'],
])('%s is refused without its password: %s', async (name, sentence) => {
  const refusal = await open(name).catch((error) => error);
  expect(refusal.name).toBe('SessionRefused');
  expect(refusal.message).toContain(sentence);
  expect(refusal.message).not.toContain('secret-word');
});

it('SIGTERM and SIGINT are this process’s own again when the sessions are closed', async () => {
  const before = ['SIGTERM', 'SIGINT'].map((signal) => process.listenerCount(signal));
  const sessions = await open();
  expect(['SIGTERM', 'SIGINT'].map((signal) => process.listenerCount(signal))).toEqual(
    before.map((count) => count + 1),
  );
  await sessions.close();
  await expect(open('postgres://db')).rejects.toThrow('A store is named');
  expect(['SIGTERM', 'SIGINT'].map((signal) => process.listenerCount(signal))).toEqual(before);
});
