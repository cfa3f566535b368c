import type { JournalStore } from '../journal-store.ts';
import { appendCases } from './append-cases.ts';
import { epochCases } from './epoch-cases.ts';
import { exactnessCases } from './exactness-cases.ts';
import { leaseCases } from './lease-cases.ts';
import { listCases } from './list-cases.ts';
import { raceCases } from './race-cases.ts';
import { signalCases } from './signal-cases.ts';
import { sweepCases } from './sweep-cases.ts';

/** One store as the suite needs it. */
export type StoreUnderTest = {
  /** Without any session. */
  store: JournalStore;
  /**
   * Makes the store's clock move on by so many milliseconds: sets it, or waits as long when it cannot be set.
   */
  passTime(ms: number): void | Promise<void>;
  /** A lease long enough to be kept, in milliseconds; the suite lets it pass a few times. Default 1,000. */
  leaseMs?: number | undefined;
  /** Opens another connection to the same sessions, as another process would. Left out when there can be none. */
  openAnother?: (() => JournalStore | Promise<JournalStore>) | undefined;
  /** Clears up, after all connections were closed. */
  dispose?: (() => void | Promise<void>) | undefined;
};

/** One thing that every store must keep to. */
export type ConformanceCase = {
  readonly name: string;
  /** Rejects, with a sentence that says what was seen, when the store does not keep to it. */
  run(): Promise<void>;
};

/** What a case works with. Both connections are one where a store has no other. */
type Bench = {
  readonly store: JournalStore;
  readonly other: JournalStore;
  readonly leaseMs: number;
  passTime(ms: number): Promise<void>;
  /** A further connection; undefined where a store has no other. */
  reopen(): Promise<JournalStore | undefined>;
};

/** The cases of one group: what is demanded, and how it is seen. */
export type Cases = { readonly [name: string]: (bench: Bench) => Promise<void> };

/**
 * What every {@link JournalStore} must keep to, as cases for any test runner:
 * `for (const { name, run } of conformanceCases(create)) it(name, run)`.
 *
 * @param create Makes what is needed for one case; it is called once for each.
 */
export function conformanceCases(
  create: () => StoreUnderTest | Promise<StoreUnderTest>,
): readonly ConformanceCase[] {
  const groups: Cases[] = [
    ...[leaseCases, epochCases, appendCases, signalCases],
    ...[listCases, sweepCases, raceCases, exactnessCases],
  ];
  return groups
    .flatMap((group) => Object.entries(group))
    .map(([name, check]) => ({ name, run: async () => withBench(await create(), check) }));
}

async function withBench(
  { store, passTime, leaseMs = 1_000, openAnother, dispose }: StoreUnderTest,
  check: (bench: Bench) => Promise<void>,
): Promise<void> {
  const opened = [store];
  const reopen = async () => {
    const another = await openAnother?.();
    if (another) opened.push(another);
    return another;
  };
  try {
    const other = (await reopen()) ?? store;
    await check({ store, other, leaseMs, reopen, passTime: async (ms) => passTime(ms) });
  } finally {
    for (const connection of opened) await connection.close();
    await dispose?.();
  }
}
