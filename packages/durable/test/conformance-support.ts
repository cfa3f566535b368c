import type { ConformanceCase, StoreUnderTest } from '../src/conformance.ts';
import { createMemoryStore, type JournalStore } from '../src/index.ts';

/** A clock that stands still until it is moved. */
export function createStillClock() {
  let time = 1_000_000;
  return {
    now: () => time,
    passTime: (ms: number) => {
      time += ms;
    },
  };
}

/** Stores in memory, changed by `spoil`. */
export function memoryUnderTest(
  spoil: (store: JournalStore) => Partial<JournalStore> = () => ({}),
): () => StoreUnderTest {
  return () => {
    const { now, passTime } = createStillClock();
    const store = createMemoryStore({ now });
    return { store: { ...store, ...spoil(store) }, passTime };
  };
}

/** The names of the cases that a store does not keep to. */
export async function failuresOf(cases: readonly ConformanceCase[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, run } of cases) await run().catch(() => failures.push(name));
  return failures;
}
