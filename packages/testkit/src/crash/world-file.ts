import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { StepRuntime } from '@loopwright/agent-run';

/** One thing that happened, whatever a journal says about it. */
export type WorldLine = {
  /** A step of the runtime, a model or a tool started; an effect took place; the store has taken a record. */
  what: 'step' | 'model' | 'tool' | 'effect' | 'stored';
  /** The process that did it. */
  life: string;
  /** The key of the step in which it happened. */
  step: string;
  /** The call, as {@link worldLabel} writes it. */
  label?: string;
  /** The idempotency key of the call. */
  key?: string;
};

/** What one process writes into the world, a file that outlives it. */
export type WorldWriter = {
  /** The step is the one that runs, unless the line names it. */
  write(line: Omit<WorldLine, 'life' | 'step'> & { step?: string }): void;
  /** Has every step that really runs written down under its key. */
  watch(runtime: StepRuntime): StepRuntime;
};

/** Appends one line per event, each with one write, so that a killed process leaves whole lines. */
export function openWorldFile(
  file: string,
  life: string,
  onLine: (line: WorldLine) => void = () => {},
): WorldWriter {
  const stepKey = new AsyncLocalStorage<string>();
  const write: WorldWriter['write'] = (happened) => {
    const line: WorldLine = { step: stepKey.getStore() ?? '', ...happened, life };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    onLine(line);
  };
  return {
    write,
    watch(runtime) {
      const watched: StepRuntime['step'] = (step) => runtime.step(watchedStep(step));
      const watchedStep: <Step extends { key: string; run: () => Promise<unknown> }>(
        step: Step,
      ) => Step = (step) => ({
        ...step,
        run: () =>
          stepKey.run(step.key, () => {
            write({ what: 'step' });
            return step.run();
          }),
      });
      return { ...runtime, step: watched, all: (steps) => runtime.all(steps.map(watchedStep)) };
    },
  };
}

/** Everything that happened so far, in order. */
export function readWorldFile(file: string): WorldLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WorldLine);
}
