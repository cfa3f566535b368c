import type { Outcome, Run } from '@loopwright/agent-run';
import type { Call } from '@loopwright/tool-registry';

/** A strategy's body with a fault that its author made. */
export type FaultyBody = (run: Run, calls: readonly Call[]) => Promise<Outcome>;

const success: Outcome = { stopReason: 'final', answer: 'all is well' };

/** Catches the end of the run and reports success. */
export const swallowsEnds: FaultyBody = async (run, calls) => {
  for (const call of calls) await run.act([call]).catch(() => {});
  return success;
};

/** Catches the end of the run and throws something of its own. */
export const replacesEnds: FaultyBody = async (run, calls) => {
  for (const call of calls) {
    await run.act([call]).catch(() => {
      throw new Error('my own error');
    });
  }
  return success;
};

/** Makes two calls of the run at the same time. */
export const callsConcurrently: FaultyBody = async (run, calls) => {
  await Promise.all(calls.map((call) => run.act([call])));
  return success;
};

/** Does not wait for a call of the run. */
export const doesNotWait: FaultyBody = async (run, calls) => {
  void run.act(calls);
  return success;
};

/** Performs several waves before it judges one of them. */
export const judgesLate: FaultyBody = async (run, calls) => {
  for (const call of calls) await run.act([call]);
  throw new Error('before it was judged');
};

/** Throws in the middle. */
export const throwsHalfway: FaultyBody = async (run, calls) => {
  await run.act(calls);
  throw new TypeError('halfway');
};

/** Returns what is no outcome. */
export const returnsNothing: FaultyBody = async (run, calls) => {
  await run.act(calls);
  return undefined as unknown as Outcome;
};

/** Claims an end that only the run itself can give. */
export const claimsSuspension: FaultyBody = async (run, calls) => {
  await run.act(calls);
  return { stopReason: 'awaiting_approval', text: '' } as unknown as Outcome;
};
