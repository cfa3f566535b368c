import type { GuardedStep } from './step.ts';

/**
 * Makes a function that reads the steps of a run into a state. Each step is read once: when the run has grown, only the
 * steps that were added are; when the steps are not those of before, reading starts anew.
 */
export function followRun<State>(
  createState: () => State,
  addStep: (state: State, step: GuardedStep) => void,
): (steps: readonly GuardedStep[]) => State {
  let state = createState();
  let length = 0;
  let last: GuardedStep | undefined;
  return (steps) => {
    // A run only grows, and each of its steps is an object of its own: the last one speaks for all before it.
    if (length > 0 && steps[length - 1] !== last) {
      state = createState();
      length = 0;
    }
    while (length < steps.length) {
      const step = steps[length]!;
      addStep(state, step);
      last = step;
      length++;
    }
    return state;
  };
}
