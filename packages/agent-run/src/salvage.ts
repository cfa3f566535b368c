import { Ended } from './ended.ts';
import { isSoftEnd } from './ends.ts';
import type { Run } from './run.ts';
import type { Outcome } from './run-spec.ts';
import type { RunState } from './run-state.ts';
import { untilLeft } from './until-left.ts';

/** The best-so-far text after an end that the run gave itself; empty when there is none. */
export async function salvage(state: RunState, run: Run, outcome: Outcome): Promise<string> {
  if (!state.spec.salvage || !isSoftEnd(outcome.stopReason)) return '';
  const { gate } = state;
  // One call may sum up what was found; it makes no tool call, so their limit does not forbid it.
  gate.reopen();
  state.meter.toolLimitHit = undefined;
  let text: unknown;
  try {
    const { salvage } = state.spec;
    text = await untilLeft(
      state,
      () => salvage(run, outcome),
      async () => (await gate.join()) !== undefined,
    );
  } catch {
    // What it cannot say, the rules say. What is not an end of the run is at the gate.
  }
  await gate.join();
  const { ended } = gate;
  const isEnd = ended instanceof Ended && ended.end.kind === 'stop';
  if (ended !== undefined && !isEnd) throw ended;
  return typeof text === 'string' ? text : '';
}
