import type { MemoryJournal, RuntimeStep, StepRuntime } from '@loopwright/agent-run';

/** A runtime that gives what is stored and does nothing new, and the first step that was not stored. */
export type ReplayOnly = {
  readonly runtime: StepRuntime;
  readonly wanted: () => string | undefined;
};

/** Makes a journal one that asks no model, calls no tool and reads no clock: a step that is not stored ends the run. */
export function replayOnly(journal: MemoryJournal): ReplayOnly {
  let wanted: string | undefined;
  const refusal = new Error('The step is not in the recording');
  const stored = <Value>(step: RuntimeStep<Value>): RuntimeStep<Value> => ({
    ...step,
    run: () => {
      wanted ??= step.key;
      return Promise.reject(refusal);
    },
  });
  return {
    wanted: () => wanted,
    runtime: {
      ...journal,
      step: (step) => journal.step(stored(step)),
      all: (steps) => journal.all(steps.map(stored)),
      isControl: (error) => error === refusal || journal.isControl(error),
    },
  };
}
