export type { CheckpointLimits } from './checkpoints/checkpoint-limits.ts';
export type {
  CheckpointCase,
  CheckpointStoreUnderTest,
} from './checkpoints/conformance/checkpoint-cases.ts';
export { checkpointCases } from './checkpoints/conformance/checkpoint-cases.ts';
export type { RedisCheckpointStoreOptions } from './checkpoints/redis-checkpoint-store.ts';
export { createRedisCheckpointStore } from './checkpoints/redis-checkpoint-store.ts';
export type {
  SqliteCheckpointStore,
  SqliteCheckpointStoreOptions,
} from './checkpoints/sqlite-checkpoint-store.ts';
export { createSqliteCheckpointStore } from './checkpoints/sqlite-checkpoint-store.ts';
export type { TieredCheckpointStoreOptions } from './checkpoints/tiered-checkpoint-store.ts';
export { createTieredCheckpointStore } from './checkpoints/tiered-checkpoint-store.ts';
