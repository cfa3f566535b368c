export type { SqliteStoreOptions } from './sqlite/sqlite-store.ts';
export { createSqliteStore } from './sqlite/sqlite-store.ts';
