import { ConfigurationError } from './configuration-error.ts';
import type { RunOptions } from './run-spec.ts';
import type { StepRuntime } from './step-runtime.ts';

type Surroundings = Pick<RunOptions, 'runtime' | 'cancel' | 'detach' | 'now'>;

const runtimeMethods = ['open', 'step', 'all', 'waitAll', 'isControl', 'close'] satisfies Exclude<
  keyof StepRuntime,
  'sessionId' | 'forkOf' | 'stores' | 'release'
>[];

/** Refuses signals, a runtime and a clock that are none. @throws ConfigurationError `invalid_option` */
export function checkSurroundings({ runtime, cancel, detach, now }: Surroundings): void {
  checkSignal('cancel', cancel);
  checkSignal('detach', detach);
  if (runtime !== undefined && !isRuntime(runtime)) {
    refuse(
      `runtime must be a step runtime, as createMemoryJournal makes it: an object with a sessionId and the functions ${runtimeMethods.join(', ')}`,
    );
  }
  if (now !== undefined && typeof now !== 'function') {
    refuse('now must be a function that gives the time in milliseconds');
  }
}

/** Refuses what cannot be listened to. @throws ConfigurationError `invalid_option` */
export function checkSignal(name: 'cancel' | 'detach', signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  try {
    // The platform alone knows its own signals, those of another realm among them.
    AbortSignal.any([signal]);
  } catch {
    refuse(`${name} must be an AbortSignal, such as the signal of an AbortController`);
  }
}

/** The clock of a run. What is no time of the calendar ends the run: every limit of time would be without effect. */
export function checkedClock(now: () => number): () => number {
  return () => {
    const time = now();
    if (typeof time === 'number' && !Number.isNaN(new Date(time).getTime())) return time;
    return refuse(`now must give the time in milliseconds, not ${String(time)}`);
  };
}

function isRuntime(runtime: StepRuntime): boolean {
  const parts: Partial<StepRuntime> = Object(runtime);
  const { sessionId, release } = parts;
  return (
    typeof sessionId === 'string' &&
    sessionId !== '' &&
    runtimeMethods.every((name) => typeof parts[name] === 'function') &&
    (release === undefined || typeof release === 'function')
  );
}

function refuse(message: string): never {
  throw new ConfigurationError('invalid_option', message);
}
