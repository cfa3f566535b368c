export type { RedisClient } from './redis/redis-client.ts';
export type { RedisStoreOptions } from './redis/redis-store.ts';
export { createRedisStore } from './redis/redis-store.ts';
