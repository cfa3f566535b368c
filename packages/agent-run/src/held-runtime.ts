import type { StepRuntime } from './step-runtime.ts';

/** A runtime as one run holds it: `release` tells the runtime that the run is over, if it was the run that opened it. */
export function holdRuntime(runtime: StepRuntime | undefined): {
  runtime: StepRuntime | undefined;
  release(): Promise<void>;
} {
  if (!runtime?.release) return { runtime, async release() {} };
  let isOpen = false;
  return {
    runtime: {
      sessionId: runtime.sessionId,
      get forkOf() {
        return runtime.forkOf;
      },
      ...(runtime.stores === undefined ? {} : { stores: runtime.stores }),
      async open(stamp) {
        const stored = await runtime.open(stamp);
        isOpen = true;
        return stored;
      },
      step: (step) => runtime.step(step),
      all: (steps) => runtime.all(steps),
      waitAll: (asks) => runtime.waitAll(asks),
      isControl: (error) => runtime.isControl(error),
      close: (result) => runtime.close(result),
    },
    async release() {
      if (isOpen) await runtime.release?.();
    },
  };
}
