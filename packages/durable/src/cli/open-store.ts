import type { JournalStore } from '../journal-store.ts';

/** The words for a store on a command line. */
export const storeForms = 'sqlite:FILE or redis://HOST:PORT';

/**
 * Opens the store that a text names. The client for Redis (`ioredis`) is yours to install.
 *
 * @throws Error that says what is wrong and what is possible.
 */
export async function openStore(name: string): Promise<JournalStore> {
  if (name.startsWith('sqlite:')) {
    const { createSqliteStore } = await import('../sqlite.ts');
    return createSqliteStore({ file: name.slice('sqlite:'.length) });
  }
  if (/^rediss?:\/\//i.test(name)) {
    const { Redis } = await import('ioredis').catch(() => {
      throw new Error('A store in Redis needs the client: npm install ioredis');
    });
    const { createRedisStore } = await import('../redis.ts');
    const client = new Redis(name, { maxRetriesPerRequest: 3 });
    const store = createRedisStore({ client });
    return {
      ...store,
      async close() {
        await store.close();
        await client.quit();
      },
    };
  }
  // The whole name may hold a password.
  const scheme = name.split(':', 1)[0]!.slice(0, 20);
  throw new Error(`There is no store of the kind "${scheme}"; name one as ${storeForms}`);
}
