import type { JournalStore } from '@loopwright/durable';

/**
 * Opens `sqlite:FILE` or `redis://HOST:PORT`. Each is loaded when it is asked for: a process starts faster without the
 * other, and Redis need not be installed.
 */
export async function openStore(address: string): Promise<JournalStore> {
  if (address.startsWith('sqlite:')) {
    const { createSqliteStore } = await import('@loopwright/durable/sqlite');
    return createSqliteStore({ file: address.slice('sqlite:'.length) });
  }
  if (!address.startsWith('redis:')) {
    throw new TypeError(`A store is sqlite:FILE or redis://HOST:PORT, not ${address}`);
  }
  const [{ Redis }, { createRedisStore }] = await Promise.all([
    import('ioredis'),
    import('@loopwright/durable/redis'),
  ]);
  const client = new Redis(address);
  const store = createRedisStore({ client });
  return {
    ...store,
    async close() {
      await store.close();
      client.disconnect();
    },
  };
}
