import type { Run } from '@loopwright/agent-run';
import { type Json, toJson } from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';
import { findNonJson } from './non-json.ts';

/** What code of the caller came to. */
export type IoResult = { ok: true; value: Json } | { ok: false; type: string; message: string };

/**
 * Runs code of the caller as one I/O of the run. That it failed, or did not answer in time, is a result; only an end of the
 * run is thrown. Undefined is null.
 */
export async function settleIo(run: Run, name: string, work: () => unknown): Promise<IoResult> {
  try {
    const stored = await run.io(name, async (): Promise<Json> => {
      try {
        return { ok: true, value: toJson(await work()) };
      } catch (error) {
        const { type, message } = describeError(error);
        return { ok: false, type, message };
      }
    });
    return stored as IoResult;
  } catch (error) {
    // Everything else that comes out of `io` here is an end, which must not be caught.
    const { name: type, message } = Object(error) as Error;
    if (type !== 'Timeout') throw error;
    return { ok: false, type, message };
  }
}

/** The same for code whose value is a result: nothing, and what is no JSON value, is a failure and never a text that stands for it. */
export function settleJson(run: Run, name: string, work: () => unknown): Promise<IoResult> {
  return settleIo(run, name, async () => {
    const value = await work();
    const problem = value === undefined ? 'it gave nothing' : findNonJson(value, 'its value');
    if (problem === undefined) return value;
    throw Object.assign(new Error(problem), { name: 'InvalidResult' });
  });
}
