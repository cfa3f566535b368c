import { Ended } from './ended.ts';
import type { RunState } from './run-state.ts';
import type { AdvisorContext } from './step.ts';
import { think } from './think.ts';

/**
 * What one advisor gets for one step. Its model calls follow one another, none outlives the step, and an end of the
 * run is not lost when the advisor catches it.
 */
export function openAdvisorContext(state: RunState): {
  context: AdvisorContext;
  /** Waits for the model calls in flight and says whether there were any. */
  join(): Promise<boolean>;
  /** Waits for model calls that the advisor did not wait for. @throws the end, if one came. */
  close(): Promise<void>;
} {
  let ended: unknown;
  let isClosed = false;
  let lastCall: Promise<unknown> = Promise.resolve();
  let callsInFlight = 0;

  const ask: AdvisorContext['think'] = async (request, role) => {
    if (ended !== undefined) throw ended;
    try {
      return await think(state, request, role);
    } catch (error) {
      if (error instanceof Ended || state.session.runtime.isControl(error)) ended ??= error;
      throw error;
    }
  };

  const settled = () => {
    callsInFlight -= 1;
  };

  return {
    context: {
      task: state.spec.task,
      tools: [...state.spec.tools.tools.keys()],
      think(request, role) {
        if (isClosed) return Promise.reject(new Error('The advice is given; the run has gone on'));
        const reply = lastCall.then(() => ask(request, role));
        callsInFlight += 1;
        lastCall = reply.then(settled, settled);
        return reply;
      },
    },
    async join() {
      const hadCalls = callsInFlight > 0;
      await lastCall;
      return hadCalls;
    },
    async close() {
      isClosed = true;
      await lastCall;
      if (ended !== undefined) throw ended;
    },
  };
}
