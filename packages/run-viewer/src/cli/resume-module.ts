import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ends, type RunResult, type StepRuntime } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { stopSignal } from './stop-signal.ts';

/** What a run over another runtime came to, and whether it took that runtime at all. */
type Resumed = { readonly isOpened: boolean; readonly result: RunResult<Json> };

/** Starts the run that was recorded again, over another runtime. @throws Error for what is no result of a run. */
export type Resume = (runtime: StepRuntime) => Promise<Resumed>;

/**
 * Imports the function `resume` of a module. From the time that it is called SIGTERM and SIGINT abort its `detach`.
 *
 * @throws Error when there is none.
 */
export async function importResume(module: string): Promise<Resume> {
  const imported = (await import(pathToFileURL(path.resolve(module)).href)) as { resume?: unknown };
  const { resume } = imported;
  if (typeof resume !== 'function') {
    throw new Error(`${module} exports no function resume({ runtime, detach })`);
  }
  return async (runtime) => {
    let isOpened = false;
    const watched: StepRuntime = {
      ...runtime,
      open(stamp) {
        isOpened = true;
        return runtime.open(stamp);
      },
    };
    const result: unknown = await resume({ runtime: watched, detach: stopSignal() });
    if (isResult(result)) return { isOpened, result };
    throw new Error(
      `${module} gave no result of a run; resume returns what the strategy does, as runReact`,
    );
  };
}

function isResult(value: unknown): value is RunResult<Json> {
  const { status, stopReason, steps } = Object(value) as { [name: string]: unknown };
  const isStatus = (Object.values(ends) as unknown[]).includes(status);
  return isStatus && typeof stopReason === 'string' && Array.isArray(steps);
}
