import { suspended } from './ended.ts';
import { newSessionId } from './new-session-id.ts';
import type { StepRuntime } from './step-runtime.ts';

/** The default runtime: runs steps and stores nothing. A run that needs a decision is suspended for good. */
export function passThroughRuntime(sessionId: string = newSessionId()): StepRuntime {
  return {
    sessionId,
    stores: false,
    open: async () => undefined,
    step: ({ run }) => run(),
    all: (steps) => joinAll(steps.map(({ run }) => run())),
    waitAll: (asks) => Promise.reject(suspended(asks)),
    isControl: () => false,
    close: async () => {},
  };
}

/** Waits for all, then gives all values or throws the first failure: nothing is still running afterwards. */
export async function joinAll<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}
