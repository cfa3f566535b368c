import type { MemoryJournal, RuntimeStep, StepRuntime } from '@loopwright/agent-run';

/** A runtime that gives what is stored and does nothing new, and what a run asked of it. */
export type ReplayOnly = {
  readonly runtime: StepRuntime;
  readonly wanted: () => string | undefined;
  /** The first step that is stored and was not asked for. */
  readonly unread: () => string | undefined;
};

/**
 * Makes a journal one that asks no model, calls no tool and reads no clock: a step that is not stored ends the run. What is
 * done beside the runtime it cannot see.
 */
export function replayOnly(journal: MemoryJournal): ReplayOnly {
  let wanted: string | undefined;
  const left = new Set(journal.record().entries.map(({ key }) => key));
  const refusal = new Error('The step is not in the recording');
  const stored = <Value>(step: RuntimeStep<Value>): RuntimeStep<Value> => {
    left.delete(step.key);
    return {
      ...step,
      run: () => {
        wanted ??= step.key;
        return Promise.reject(refusal);
      },
    };
  };
  return {
    wanted: () => wanted,
    unread: () => left.values().next().value,
    runtime: {
      ...journal,
      step: (step) => journal.step(stored(step)),
      all: (steps) => journal.all(steps.map(stored)),
      isControl: (error) => error === refusal || journal.isControl(error),
    },
  };
}
