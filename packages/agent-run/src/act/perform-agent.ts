import { describeError, type Observation, valueObservation } from '@loopwright/tool-registry';
import type { AgentTool } from '../agent-tool.ts';
import { Ended } from '../ended.ts';
import { createParentHandle, joinPlace, leavePlace } from '../parent-handle.ts';
import type { RunResult } from '../result.ts';
import type { RunState } from '../run-state.ts';
import { untilLeft } from '../until-left.ts';
import type { OpenSlot, Settled } from './slot.ts';

/** Runs a sub-agent in the place of its call and turns its result, whatever it is, into one observation. */
export async function performAgent(
  state: RunState,
  slot: OpenSlot,
  tool: AgentTool,
): Promise<Settled> {
  const handle = createParentHandle(state, slot.key, tool.bounds.modelCalls);
  let observation: Observation;
  let end: Ended | undefined;
  try {
    const { args } = slot.admitted;
    const result = await untilLeft(
      state,
      () => tool.agent(args, handle),
      () => joinPlace(handle),
    );
    observation = observationOf(state, tool.name, result);
  } catch (error) {
    if (error instanceof Ended) end = error;
    const { type, message } = describeError(error);
    const failure = { type, class: 'permanent', code: 'thrown', message } as const;
    observation = state.spec.tools.refuse(tool.name, failure);
  }
  await leavePlace(handle);
  if (end) throw end;
  return { observation, via: 'agent', outcome: 'done', attempts: 0, ms: 0 };
}

function observationOf(state: RunState, tool: string, result: RunResult<unknown>): Observation {
  const { tools } = state.spec;
  if (result.status === 'solved') return valueObservation(tool, result.answer, tools);
  const aborted = result.stopReason === 'aborted';
  return tools.refuse(tool, {
    type: aborted ? 'Aborted' : 'AgentEnded',
    class: aborted ? 'aborted' : 'permanent',
    code: aborted ? 'aborted' : 'agent_ended',
    message: `${result.stopReason}: ${result.reason} ${result.partial.text}`,
  });
}
