import { describeError, type Observation, valueObservation } from '@loopwright/tool-registry';
import type { AgentTool } from '../agent-tool.ts';
import { createParentHandle, leavePlace } from '../parent-handle.ts';
import type { RunResult } from '../result.ts';
import type { RunState } from '../run-state.ts';
import type { OpenSlot, Settled } from './slot.ts';

/** Runs a sub-agent in the place of its call and turns its result, whatever it is, into one observation. */
export async function performAgent(
  state: RunState,
  slot: OpenSlot,
  tool: AgentTool,
): Promise<Settled> {
  const handle = createParentHandle(state, slot.key, tool.bounds.modelCalls);
  let observation: Observation;
  try {
    observation = observationOf(state, tool.name, await tool.agent(slot.admitted.args, handle));
  } catch (error) {
    const { type, message } = describeError(error);
    const failure = { type, class: 'permanent', code: 'thrown', message } as const;
    observation = state.spec.tools.refuse(tool.name, failure);
  }
  await leavePlace(handle);
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
