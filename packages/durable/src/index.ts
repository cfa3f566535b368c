export type { Codec } from './codec.ts';
export { decide } from './decision.ts';
export { journalDefaults } from './defaults.ts';
export type { JournalRuntimeOptions } from './journal-runtime.ts';
export { journalRuntime } from './journal-runtime.ts';
export type {
  Claim,
  JournalStore,
  SessionSummary,
  Stored,
  StoredRecord,
  StoredResult,
  StoredSession,
} from './journal-store.ts';
export { createMemoryStore } from './memory-store.ts';
export { journalFormat } from './records.ts';
