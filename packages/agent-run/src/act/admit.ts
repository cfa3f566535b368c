import { type Call, needsApproval, type Tool, type ToolError } from '@loopwright/tool-registry';
import { isAgentTool } from '../agent-tool.ts';
import type { Identity } from '../ledger.ts';
import type { RunState } from '../run-state.ts';
import * as refusals from './refusals.ts';
import { type Slot, settleWithout } from './slot.ts';

/**
 * First phase: decides for each call, without touching the world, whether it may start. Refused calls get their
 * observation here and are never performed.
 */
export async function admit(state: RunState, calls: readonly Call[]): Promise<Slot[]> {
  const wave = state.waves++;
  const inThisWave = new Set<string>();
  const slots: Slot[] = [];
  for (const [index, call] of calls.entries()) {
    const slot: Slot = { key: `${state.path}act:${wave}:${index}`, call, needsApproval: false };
    slots.push(slot);
    const refusal = await admitOne(state, slot, index, inThisWave);
    if (refusal) refuse(state, slot, refusal);
    else if (!slot.settled) state.meter.countToolCall();
  }
  return slots;
}

export function refuse(state: RunState, slot: Slot, error: ToolError): void {
  settleWithout(slot, 'refused', state.spec.tools.refuse(slot.call.tool, error));
}

async function admitOne(
  state: RunState,
  slot: Slot,
  index: number,
  inThisWave: Set<string>,
): Promise<ToolError | undefined> {
  const { limits, spec, meter } = state;
  const admission = await spec.tools.admit(slot.call);
  if (!admission.ok) {
    settleWithout(slot, 'refused', admission.observation);
    return undefined;
  }
  const { tool, content } = admission;
  slot.admitted = admission;
  slot.needsApproval = needsApproval(tool, admission.args);
  if (tool.effect !== 'pure') {
    const { ledger, log } = state.session;
    slot.identity = ledger.identify(tool.name, content, log.next);
  }
  const repeat = slot.identity && admitRepeat(state, slot, tool, slot.identity, inThisWave);
  if (repeat || slot.settled) return repeat;
  if (index >= limits.maxCallsPerStep) return refusals.tooManyInStep(limits.maxCallsPerStep);
  const fullLimit = meter.fullToolLimit();
  if (fullLimit !== undefined) {
    meter.toolLimitHit = fullLimit;
    return refusals.tooManyInRun(fullLimit);
  }
  const needsTime = tool.effect !== 'pure' && !isAgentTool(tool);
  return needsTime && meter.timeLeft() < tool.timeoutMs
    ? refusals.notEnoughTime(tool.timeoutMs)
    : undefined;
}

/** A call with effects: one that was made already, or may have been, is not simply made again. */
function admitRepeat(
  state: RunState,
  slot: Slot,
  tool: Tool,
  identity: Identity,
  inThisWave: Set<string>,
): ToolError | undefined {
  const { ledger } = state.session;
  if (tool.effect === 'once' && identity.unknown) return refusals.repeatOfUnknown();
  if (tool.effect === 'once' && inThisWave.has(identity.content)) return refusals.repeatInStep();
  inThisWave.add(identity.content);
  if (identity.happenedInOriginal) slot.needsApproval = true;
  if (identity.committed > 0 && tool.repeat === 'ask') slot.needsApproval = true;
  const recorded = tool.repeat === 'reuse' ? ledger.recorded(identity) : undefined;
  if (recorded) {
    const observation = recorded.ok ? { ...recorded, reused: true as const } : recorded;
    slot.settled = { via: 'reused', observation, outcome: 'done', attempts: 0, ms: 0 };
  }
  return undefined;
}
