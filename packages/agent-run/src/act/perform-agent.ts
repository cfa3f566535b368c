import {
  describeError,
  type Observation,
  type ToolError,
  valueObservation,
} from '@loopwright/tool-registry';
import type { AgentTool } from '../agent-tool.ts';
import { Ended } from '../ended.ts';
import { createParentHandle, isTaken, joinPlace, leavePlace } from '../parent-handle.ts';
import type { RunResult } from '../result.ts';
import { flag, type RunState } from '../run-state.ts';
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
    const isOurs = isTaken(handle);
    if (!isOurs) flag(state, tool.name, outsider);
    observation = observationOf(state, tool.name, result, isOurs);
  } catch (error) {
    if (error instanceof Ended && error.end.kind !== 'stop') end = error;
    const failure = error instanceof Ended ? aborted(error) : thrown(error);
    observation = state.spec.tools.refuse(tool.name, failure);
  }
  await leavePlace(handle);
  if (end) throw end;
  return { observation, via: 'agent', outcome: 'done', attempts: 0, ms: 0 };
}

function thrown(error: unknown): ToolError {
  const { type, message } = describeError(error);
  return { type, class: 'permanent', code: 'thrown', message };
}

/** The run was cancelled while it waited for the function; the rest of the wave is kept. */
function aborted({ message }: Ended): ToolError {
  return { type: 'Aborted', class: 'aborted', code: 'aborted', message };
}

const outsider =
  'its run did not take the parent handle, so it is not stored, counted or bounded by this run';

function observationOf(
  state: RunState,
  tool: string,
  result: RunResult<unknown>,
  isOurs: boolean,
): Observation {
  const { tools } = state.spec;
  if (result.status === 'solved') return valueObservation(tool, result.answer, tools);
  const isAborted = isOurs && result.stopReason === 'aborted';
  return tools.refuse(tool, {
    type: isAborted ? 'Aborted' : 'AgentEnded',
    class: isAborted ? 'aborted' : 'permanent',
    code: isAborted ? 'aborted' : 'agent_ended',
    message: `${result.stopReason}: ${result.reason} ${result.partial.text}`,
  });
}
