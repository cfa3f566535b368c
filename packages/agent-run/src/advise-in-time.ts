import { settle } from '@loopwright/tool-registry';
import type { RunState } from './run-state.ts';
import type { AdvisorContext } from './step.ts';

class NoAnswer extends Error {}

export function isNoAnswer(error: unknown): error is Error {
  return error instanceof NoAnswer;
}

/**
 * Waits for an advisor, `callMs` at most for anything but its model calls, which have deadlines of their own. After
 * each of them it has that time again.
 *
 * @throws what the advisor throws, or that it did not answer.
 */
export async function adviseInTime<Note>(
  state: RunState,
  {
    context,
    advise,
    left,
  }: {
    context: AdvisorContext;
    advise: (context: AdvisorContext) => Note;
    /** Ends the deadline once nobody waits any more. */
    left: AbortSignal;
  },
): Promise<Awaited<Note>> {
  const { callMs } = state.limits;
  let begun = 0;
  let callsInFlight: Promise<unknown> = Promise.resolve();
  const think: AdvisorContext['think'] = (request, role) => {
    begun += 1;
    const reply = context.think(request, role);
    const settled = reply.then(
      () => {},
      () => {},
    );
    callsInFlight = Promise.all([callsInFlight, settled]);
    return reply;
  };
  const work = Promise.resolve(advise({ ...context, think }));
  for (;;) {
    const begunBefore = begun;
    await callsInFlight;
    const { kind } = await settle(() => work, { timeoutMs: callMs, signal: left });
    if (kind !== 'timeout') return work;
    if (begun === begunBefore) throw new NoAnswer(`the advisor did not answer within ${callMs} ms`);
  }
}
