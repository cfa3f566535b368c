import type { Run } from '@loopwright/agent-run';
import { type Json, toJson } from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';

/** What code of the caller came to. */
export type IoResult = { ok: true; value: Json } | { ok: false; type: string; message: string };

/**
 * Runs code of the caller as one I/O of the run. That it failed, or did not answer in time, is a result; only an end of the
 * run is thrown.
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
