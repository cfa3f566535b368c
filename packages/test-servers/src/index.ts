export { freePort } from './free-port.ts';
export type { RedisServer } from './redis-server.ts';
export { redisProgram, startRedisServer } from './redis-server.ts';
export type { Invocation } from './restate-journal.ts';
export { completedRuns, readInvocation } from './restate-journal.ts';
export type { RestateServer } from './restate-server.ts';
export { startRestateServer } from './restate-server.ts';
export type { TestServer } from './server-process.ts';
