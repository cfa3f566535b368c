import type { StepRuntime } from '@loopwright/agent-run';
import { describeRuntimeContract } from '../src/index.ts';
import { createDurableWorld, ttlMs } from './durable-support.ts';

const worlds = new WeakMap<StepRuntime, ReturnType<typeof createDurableWorld>>();

function over(durable: ReturnType<typeof createDurableWorld>): StepRuntime {
  const runtime = durable.runtime();
  worlds.set(runtime, durable);
  return runtime;
}

describeRuntimeContract('a journal over a store', {
  createRuntime: () => over(createDurableWorld()),
  reopen: (runtime) => {
    const durable = worlds.get(runtime)!;
    // The life before was never released: its lease runs out.
    durable.pass(ttlMs + 1);
    return over(durable);
  },
});
