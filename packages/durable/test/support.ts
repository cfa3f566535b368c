import type { Stamp, StepRuntime } from '@loopwright/agent-run';
import {
  createMemoryStore,
  type JournalRuntimeOptions,
  type JournalStore,
  journalRuntime,
  type StoredSession,
} from '../src/index.ts';

export const stamp: Stamp = { strategy: 'test', version: 1, config: 'c' };

export const ttlMs = 30_000;

/** A store and a process that share a clock, which moves when it is told. */
export function createWorkshop(startAt = 1_000_000) {
  let time = startAt;
  const now = () => time;
  const store = createMemoryStore({ now });
  return {
    store,
    now,
    pass: (ms: number) => {
      time += ms;
    },
    runtime: (options: Partial<JournalRuntimeOptions> = {}) =>
      journalRuntime({ store, sessionId: 's', ttlMs, now, ...options }),
  };
}

/** A store of which some methods do something else. */
export function storeWith(store: JournalStore, changes: Partial<JournalStore>): JournalStore {
  return { ...store, ...changes };
}

/** A store that gives what a damaged one would give. */
export function damaged(
  store: JournalStore,
  damage: (session: StoredSession) => StoredSession,
): JournalStore {
  return storeWith(store, {
    async claim(id, options) {
      const claim = await store.claim(id, options);
      if (claim.kind === 'held') return claim;
      return { ...claim, session: damage(structuredClone(claim.session)) };
    },
  });
}

export function stepOf<Value>(key: string, value: Value, inputDigest?: string) {
  return { key, run: async () => value, ...(inputDigest ? { inputDigest } : {}) };
}

/** A step that must not run. */
export function storedStep(key: string, inputDigest?: string) {
  const run = (): Promise<unknown> => Promise.reject(new Error(`${key} ran again`));
  return { key, run, ...(inputDigest ? { inputDigest } : {}) };
}

export async function opened(runtime: StepRuntime): Promise<StepRuntime> {
  await runtime.open(stamp);
  return runtime;
}

export function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`It resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
