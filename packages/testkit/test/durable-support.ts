import type { DurableEvent, RunResult } from '@loopwright/agent-run';
import {
  createMemoryStore,
  type JournalRuntimeOptions,
  type JournalStore,
  journalRuntime,
} from '@loopwright/durable';
import type { Lived, Scenario, World } from '../src/index.ts';

export const ttlMs = 30_000;

/** A store whose clock moves when it is told, and runtimes over it in processes that share that clock. */
export function createDurableWorld() {
  let time = 1_000_000;
  const now = () => time;
  const store = createMemoryStore({ now });
  return {
    store,
    pass: (ms: number) => {
      time += ms;
    },
    runtime: (options: Partial<JournalRuntimeOptions> = {}) =>
      journalRuntime({ store, sessionId: 'session', ttlMs, now, ...options }),
  };
}

/** How the store of a process that dies behaves: it takes so many records, and then never answers well again. */
export type Death = { after: number; isLastStored: boolean };

export function dyingStore(store: JournalStore, { after, isLastStored }: Death): JournalStore {
  let taken = 0;
  let isDead = false;
  const dead = () => Promise.reject(new Error('the process died'));
  const mortal =
    <Given extends unknown[], Value>(method: (...given: Given) => Promise<Value>) =>
    async (...given: Given): Promise<Value> => {
      if (isDead) return dead();
      isDead = taken++ >= after;
      if (isDead && !isLastStored) return dead();
      const value = await method(...given);
      return isDead ? dead() : value;
    };
  return {
    ...store,
    append: mortal(store.append),
    finish: mortal(store.finish),
    renew: (...given) => (isDead ? dead() : store.renew(...given)),
    release: (...given) => (isDead ? dead() : store.release(...given)),
  };
}

/** Lets a scenario live once over a durable session. */
export async function liveDurably(
  scenario: Scenario,
  durable: ReturnType<typeof createDurableWorld>,
  world: World,
  options: Partial<JournalRuntimeOptions> = {},
): Promise<Lived> {
  const events: DurableEvent[] = [];
  const told: string[] = [];
  const onEvent = (event: DurableEvent) => {
    events.push(event);
    told.push(JSON.stringify(event));
  };
  const record = () => ({ sessionId: 'session', entries: [], answers: {} });
  const lived = { record, events, told, world };
  const run = () => scenario.run({ runtime: durable.runtime(options), world, onEvent });
  const ended: { result: RunResult<unknown> } | { error: unknown } = await run().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  return { ...lived, ...ended };
}
