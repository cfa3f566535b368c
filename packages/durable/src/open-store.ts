import type { Redis } from 'ioredis';
import type { JournalStore } from './journal-store.ts';

/** How long a Redis server may take for a connection or an answer. */
const answerMs = 5_000;

/** The words for a store on a command line. */
export const storeForms = 'sqlite:FILE or redis://HOST:PORT';

/**
 * Opens the store that a text names: `sqlite:FILE`, `redis://HOST:PORT` or `rediss://HOST:PORT`. Each kind is loaded when
 * it is asked for. SQLite needs Node 24; the client for Redis (`ioredis`) is yours to install, and `close` ends it.
 *
 * @param options.create False: a file that is not there is an error, not a new store. Default true.
 * @throws Error that says what is wrong and what is possible; it never repeats an address, which may hold a password.
 */
export async function openStore(
  name: string,
  { create = true }: { create?: boolean | undefined } = {},
): Promise<JournalStore> {
  if (name.startsWith('sqlite:')) return openSqlite(name.slice('sqlite:'.length), create);
  if (/^rediss?:\/\//i.test(name)) return openRedis(name);
  throw new Error(`A store is named ${storeForms}`);
}

async function openSqlite(file: string, create: boolean): Promise<JournalStore> {
  const { createSqliteStore } = await import('./sqlite.ts');
  if (!create && file !== ':memory:') {
    const { existsSync } = await import('node:fs');
    if (!existsSync(file)) throw new Error(`There is no store ${file}`);
  }
  return createSqliteStore({ file });
}

async function openRedis(address: string): Promise<JournalStore> {
  const { Redis } = await import('ioredis').catch(() => {
    throw new Error('A store in Redis needs the client: npm install ioredis');
  });
  const { createRedisStore } = await import('./redis.ts');
  const client = connect(Redis, address);
  // Each command says itself what is wrong; without a listener the client prints it once more, address and all.
  client.on('error', () => {});
  const store = createRedisStore({ client });
  // A silent server must hold nobody who only wanted a list.
  await client.ping().catch((cause: unknown) => {
    client.disconnect();
    throw new Error(`The Redis server cannot be used: ${reasonOf(cause)}`, { cause });
  });
  return {
    ...store,
    async close() {
      await store.close();
      client.disconnect();
    },
  };
}

function connect(Client: typeof Redis, address: string): Redis {
  const options = { maxRetriesPerRequest: 3, connectTimeout: answerMs, commandTimeout: answerMs };
  try {
    return new Client(address, options);
  } catch {
    throw new Error('The address of the Redis server is no URL');
  }
}

/** The client's own words name no cause when it has tried in vain; what the server said is the cause. */
function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  const isSilent = name === 'MaxRetriesPerRequestError' || message === 'Command timed out';
  return isSilent ? 'it does not answer' : message;
}
