import { canonicalJson, capText, toJson } from '@loopwright/core-parser';
import { describeError, type Observation } from '@loopwright/tool-registry';
import type { AgentTool } from '../agent-tool.ts';
import { Ended } from '../ended.ts';
import { createParentHandle } from '../parent-handle.ts';
import type { RunResult } from '../result.ts';
import type { RunState } from '../run-state.ts';
import type { OpenSlot, Settled } from './slot.ts';

/** Runs a sub-agent in the place of its call and turns its result, whatever it is, into one observation. */
export async function performAgent(
  state: RunState,
  slot: OpenSlot,
  tool: AgentTool,
): Promise<Settled> {
  let observation: Observation;
  try {
    const handle = createParentHandle(state, slot.key, tool.bounds.modelCalls);
    observation = observationOf(state, tool.name, await tool.agent(slot.admitted.args, handle));
  } catch (error) {
    if (error instanceof Ended || state.session.runtime.isControl(error)) throw error;
    const { type, message } = describeError(error);
    const failure = { type, class: 'permanent', code: 'thrown', message } as const;
    observation = state.spec.tools.refuse(tool.name, failure);
  }
  return { observation, via: 'agent', outcome: 'done', attempts: 0, ms: 0 };
}

function observationOf(state: RunState, tool: string, result: RunResult<unknown>): Observation {
  const { tools } = state.spec;
  if (result.status === 'solved') {
    const value = toJson(result.answer);
    const text = typeof value === 'string' ? value : canonicalJson(value);
    return { tool, ok: true, value, text: capText(text, tools.maxObservationChars) };
  }
  const aborted = result.stopReason === 'aborted';
  return tools.refuse(tool, {
    type: aborted ? 'Aborted' : 'AgentEnded',
    class: aborted ? 'aborted' : 'permanent',
    code: aborted ? 'aborted' : 'agent_ended',
    message: `${result.stopReason}: ${result.reason} ${result.partial.text}`,
  });
}
