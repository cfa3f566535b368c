import {
  isJournalError,
  type Model,
  type RunResult,
  type StepRuntime,
} from '@loopwright/agent-run';
import { explainSessionError } from './explain-session-error.ts';
import { leaveOnSignals } from './leave-on-signals.ts';
import { openStoreNamed } from './open-store-named.ts';
import type { SessionOptions } from './session-options.ts';
import { sessionRefused } from './session-refused.ts';
import { whenFree } from './when-free.ts';

/**
 * Silence in milliseconds after which another process may take a session over: whoever goes on after a kill waits no
 * longer than that.
 */
const defaultLeaseMs = 3_000;

/** What a run in a session took from it. */
export type SessionReport = {
  /** Names the session in its store. */
  readonly id: string;
  /** Requests to models that this process made. */
  readonly requestsNow: number;
  /** Requests whose answers stood in the store already. */
  readonly requestsBefore: number;
};

type Models = Readonly<Record<string, Model>>;

/** What a run needs besides its options: models that are counted, the journal, and when to leave. */
type Place<Given extends Models> = { models: Given; runtime: StepRuntime; detach: AbortSignal };

/** The sessions of one command in an open store. */
export type Sessions = {
  /** Aborted by SIGTERM or Ctrl-C: the run that goes on is left, and no other begins. */
  readonly leave: AbortSignal;
  /**
   * Runs in the session `ID/name`, or goes on with it.
   *
   * @throws SessionRefused with one sentence that says why the session cannot go on.
   */
  run<Given extends Models, Ran extends { result: RunResult<unknown> }>(
    name: string,
    models: Given,
    start: (place: Place<Given>) => Promise<Ran>,
  ): Promise<Ran & { session: SessionReport }>;
  close(): Promise<void>;
};

/**
 * Opens the store of the sessions of one command. What is stored has passed through `withoutKey`, so that no key of a
 * provider stands in it; `tell` is told what this process waits for.
 *
 * @throws SessionRefused with one sentence that says what is wrong.
 */
export async function openSessions(
  options: SessionOptions,
  {
    withoutKey,
    tell,
    leaseMs = defaultLeaseMs,
  }: {
    withoutKey(text: string): string;
    tell(sentence: string): void;
    leaseMs?: number;
  },
): Promise<Sessions> {
  // Loaded here, because a demo that stores nothing needs none of it.
  const { journalRuntime } = await import('@loopwright/durable');
  const store = await openStoreNamed(options.store, options.session);
  const { leave, stop } = leaveOnSignals();
  const codec = {
    id: 'without-key',
    encode: withoutKey,
    decode: (text: string) => text,
  };
  return {
    leave,
    async run(name, models, start) {
      const id = `${options.session}/${name}`;
      const counted = countRequests(models);
      const once = () => {
        const runtime = journalRuntime({ store, sessionId: id, codec, ttlMs: leaseMs });
        return start({ models: counted.models, runtime, detach: leave });
      };
      const onWait = () =>
        tell(
          `Session ${id} is held, by another process or by one that died: waiting for up to ${leaseMs / 1_000} s`,
        );
      try {
        const ran = await whenFree(once, { leaseMs, onWait, leave });
        const requestsNow = counted.requests();
        const requestsBefore = Math.max(0, ran.result.counts.attempts - requestsNow);
        return { ...ran, session: { id, requestsNow, requestsBefore } };
      } catch (error) {
        if (!isJournalError(error)) throw error;
        throw sessionRefused(explainSessionError(error, id));
      }
    },
    async close() {
      stop();
      await store.close().catch(() => {});
    },
  };
}

/** The same models; `requests` is how often one of them was really asked. */
function countRequests<Given extends Models>(given: Given) {
  let requests = 0;
  const models = Object.entries(given).map(([role, model]) => {
    const generate: Model['generate'] = (...asked) => {
      requests += 1;
      return model.generate(...asked);
    };
    return [role, { ...model, generate }];
  });
  return { models: Object.fromEntries(models) as Given, requests: () => requests };
}
