import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunResult, StepRuntime } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';

/** Starts the run that was recorded again, over another runtime. */
export type Resume = (context: {
  runtime: StepRuntime;
  /** Aborted by SIGTERM and SIGINT: give it to the run as `detach`. */
  detach: AbortSignal;
}) => Promise<RunResult<Json>>;

/** Imports the function `resume` of a module. @throws Error when there is none. */
export async function importResume(module: string): Promise<Resume> {
  const imported = (await import(pathToFileURL(path.resolve(module)).href)) as { resume?: unknown };
  if (typeof imported.resume !== 'function') {
    throw new Error(`${module} exports no function resume({ runtime, detach })`);
  }
  return imported.resume as Resume;
}
