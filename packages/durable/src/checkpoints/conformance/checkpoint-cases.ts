import type { CheckpointStore } from '@loopwright/planner';
import type { CheckpointLimits } from '../checkpoint-limits.ts';
import { copyCases } from './copy-cases.ts';
import { evictionCases } from './eviction-cases.ts';
import { expiryCases } from './expiry-cases.ts';
import { listingCases } from './listing-cases.ts';
import { refusalCases } from './refusal-cases.ts';
import { sharingCases } from './sharing-cases.ts';

/** A plan, or a goal state, as the cases save it. */
export type State = { readonly [name: string]: unknown };

/** One kind of store as the suite needs it. */
export type CheckpointStoreUnderTest = {
  /**
   * Opens a store without any checkpoint, each time another one; and a second connection to it, as another process would,
   * where there can be one.
   */
  open(limits: CheckpointLimits): Connections | Promise<Connections>;
  /** Makes the clock by which checkpoints expire move on by so many milliseconds. */
  passTime(ms: number): void | Promise<void>;
  /** Clears up, after all connections were closed. */
  dispose?: (() => void | Promise<void>) | undefined;
};

/** One thing that every store must keep to. */
export type CheckpointCase = {
  readonly name: string;
  /** Rejects, with a sentence that says what was seen, when the store does not keep to it. */
  run(): Promise<void>;
};

/** What a case works with. */
type Bench = {
  /** Opens an empty store and another connection to it; both are one where a store has no other. */
  open(limits?: CheckpointLimits): Promise<{ store: Store; other: Store }>;
  passTime(ms: number): Promise<void>;
};

/** The cases of one group: what is demanded, and how it is seen. */
export type Cases = { readonly [name: string]: (bench: Bench) => Promise<void> };

/** The store that the cases know. */
export type Store = CheckpointStore<State, State>;

type Opened = Store & { close?(): Promise<void> };

type Connections = readonly [store: Opened, other?: Opened];

/**
 * What every `CheckpointStore` must keep to, as cases for any test runner:
 * `for (const { name, run } of checkpointCases(create)) it(name, run)`.
 *
 * What a store keeps beyond JSON is its own; what it does not keep it must refuse. A store over others must pass limits on.
 *
 * @param create Makes what is needed for one case; it is called once for each.
 */
export function checkpointCases(
  create: () => CheckpointStoreUnderTest | Promise<CheckpointStoreUnderTest>,
): readonly CheckpointCase[] {
  const groups: Cases[] = [
    ...[copyCases, refusalCases, listingCases],
    ...[evictionCases, expiryCases, sharingCases],
  ];
  return groups
    .flatMap((group) => Object.entries(group))
    .map(([name, check]) => ({ name, run: async () => withBench(await create(), check) }));
}

async function withBench(
  { open, passTime, dispose }: CheckpointStoreUnderTest,
  check: (bench: Bench) => Promise<void>,
): Promise<void> {
  const opened: Opened[] = [];
  const bench: Bench = {
    async open(limits = {}) {
      const [store, other = store] = await open(limits);
      opened.push(store);
      if (other !== store) opened.push(other);
      return { store, other };
    },
    passTime: async (ms) => passTime(ms),
  };
  try {
    await check(bench);
  } finally {
    for (const connection of opened) await connection.close?.();
    await dispose?.();
  }
}
