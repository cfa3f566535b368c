import type { RuntimeStep, StepRuntime } from '@loopwright/agent-run';
import { safely } from './safely.ts';

/** What happens at the one place that knows whether work was done now or was stored by an earlier life of the run. */
export type RuntimeWatcher = {
  /** Work begins that no earlier life has stored. */
  onWork(): void;
  /** A stored value was read. */
  onStored(): void;
  /** The run has let go of the runtime, however it ended. */
  onRelease(): void;
};

/** The same runtime, watched. Every other member is the runtime's own. */
export function watchRuntime<Runtime extends StepRuntime>(
  runtime: Runtime,
  watcher: RuntimeWatcher,
): Runtime {
  const watched = <Value>(step: RuntimeStep<Value>) => {
    let isDone = false;
    const run = () => {
      isDone = true;
      safely(() => watcher.onWork());
      return step.run();
    };
    return { step: { ...step, run }, isStored: () => !isDone };
  };
  const tellStored = (steps: readonly { isStored(): boolean }[]) => {
    if (steps.some(({ isStored }) => isStored())) safely(() => watcher.onStored());
  };
  const own: Pick<StepRuntime, 'step' | 'all' | 'release'> = {
    async step<Value>(step: RuntimeStep<Value>) {
      const one = watched(step);
      const value = await runtime.step(one.step);
      tellStored([one]);
      return value;
    },
    async all<Value>(steps: readonly RuntimeStep<Value>[]) {
      const wave = steps.map(watched);
      const values = await runtime.all(wave.map(({ step }) => step));
      tellStored(wave);
      return values;
    },
    async release() {
      safely(() => watcher.onRelease());
      await runtime.release?.();
    },
  };
  // A stand-in and no copy, so that members of a class, getters and frozen objects work as well.
  return new Proxy({} as Runtime, {
    get: (_, name) => memberOf(name),
    has: (_, name) => Reflect.has(runtime, name),
    ownKeys: () => [...new Set([...Reflect.ownKeys(runtime), 'release'])],
    getOwnPropertyDescriptor(_, name) {
      const given = Reflect.getOwnPropertyDescriptor(runtime, name);
      if (given === undefined && name !== 'release') return undefined;
      const enumerable = given?.enumerable ?? false;
      return { value: memberOf(name), enumerable, writable: true, configurable: true };
    },
  });

  function memberOf(name: string | symbol): unknown {
    const member = Reflect.get(runtime, name, runtime);
    if (name === 'release' && member === undefined) return own.release;
    // What is no function there is left as it is: the run refuses it.
    if (typeof member !== 'function') return member;
    return Object.hasOwn(own, name) ? own[name as keyof typeof own] : member.bind(runtime);
  }
}
