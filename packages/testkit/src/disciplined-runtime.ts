import type { StepRuntime } from '@loopwright/agent-run';

/**
 * Wraps a runtime and writes down what would hang or confuse a durable engine: steps inside steps, a step while a wave
 * is open, a wave inside a wave, two steps of one key, work after the end.
 */
export function disciplinedRuntime(inner: StepRuntime): {
  runtime: StepRuntime;
  violations: readonly string[];
} {
  const violations: string[] = [];
  const keys = new Set<string>();
  let open: string | undefined;
  let isClosed = false;

  async function alone<Value>(
    name: string,
    names: readonly string[],
    work: () => Promise<Value>,
  ): Promise<Value> {
    if (open !== undefined) violations.push(`${name} while ${open} is open`);
    if (isClosed) violations.push(`${name} after the end`);
    for (const key of names) {
      if (keys.has(key)) violations.push(`${key} is used twice`);
      keys.add(key);
    }
    open = name;
    try {
      return await work();
    } finally {
      open = undefined;
    }
  }

  const runtime: StepRuntime = {
    sessionId: inner.sessionId,
    ...(inner.forkOf ? { forkOf: inner.forkOf } : {}),
    ...(inner.stores === undefined ? {} : { stores: inner.stores }),
    open: (stamp) => inner.open(stamp),
    step: (step) => alone(`step ${step.key}`, [step.key], () => inner.step(step)),
    all(steps) {
      if (steps.length === 0) violations.push('a wave of nothing');
      const names = steps.map(({ key }) => key);
      return alone(`wave ${names.join(' ')}`, names, () => inner.all(steps));
    },
    waitAll: (asks) =>
      alone(`wait ${asks.map(({ key }) => key).join(' ')}`, [], () => inner.waitAll(asks)),
    isControl: (error) => inner.isControl(error),
    release: () => inner.release?.(),
    async close(result) {
      await alone('close', [], () => inner.close(result));
      isClosed = true;
    },
  };
  return { runtime, violations };
}
