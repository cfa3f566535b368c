import type { Call, Observation } from '@loopwright/tool-registry';
import { admit } from './act/admit.ts';
import { approve } from './act/approve.ts';
import { intend } from './act/intend.ts';
import { oversee } from './act/oversee.ts';
import { perform } from './act/perform.ts';
import { plainCall } from './plain-call.ts';
import { reachedEnds } from './reached-ends.ts';
import { type RunState, throwFirst } from './run-state.ts';

/** One wave of calls: one list in, exactly one observation for each call out, in call order. See `Run.act`. */
export async function act(state: RunState, given: readonly Call[]): Promise<Observation[]> {
  const calls = given.map(plainCall);
  const reached = reachedEnds(state);
  if (reached.length > 0) throwFirst(state, reached);
  const slots = await admit(state, calls);
  await approve(state, slots);
  await oversee(state, slots);
  const fresh = await intend(state, slots);
  await perform(state, slots, fresh);
  const observations = slots.map((slot) => slot.settled!.observation);
  const { openWave } = state;
  state.openWave = {
    calls: [...(openWave?.calls ?? []), ...calls],
    observations: [...(openWave?.observations ?? []), ...observations],
  };
  return observations;
}
