import { digest } from '@loopwright/core-parser';
import {
  type Call,
  type Execution,
  type Observation,
  outcomeUnknown,
} from '@loopwright/tool-registry';
import { isAgentTool } from '../agent-tool.ts';
import { leaveIfDetached } from '../call-model.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import type { RunState } from '../run-state.ts';
import type { RuntimeStep } from '../step-runtime.ts';
import { book } from './book.ts';
import { callIdOf, idempotencyKeyOf, optionsFor, overseeEnd } from './oversee.ts';
import { performAgent } from './perform-agent.ts';
import { notEnoughTime } from './refusals.ts';
import { type OpenSlot, openSlots, type Slot, type StoredExecution } from './slot.ts';

/**
 * Fourth phase: tools in one flat wave, then sub-agents one after another (their steps are steps of our journal).
 * What is settled is booked at once: a run that waits or dies inside a sub-agent has told of the tools before it.
 */
export async function perform(
  state: RunState,
  slots: readonly Slot[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  const open = openSlots(slots);
  await performWave(
    state,
    open.filter(({ admitted }) => !isAgentTool(admitted.tool)),
    fresh,
  );
  book(state, slots);
  for (const slot of open) {
    const { tool } = slot.admitted;
    if (!isAgentTool(tool)) continue;
    const startedAt = state.session.now();
    slot.settled = await performAgent(state, slot, tool);
    await overseeEnd(state, slot, slot.settled, startedAt);
    book(state, [slot]);
  }
}

async function performWave(
  state: RunState,
  slots: readonly OpenSlot[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  if (slots.length === 0) return;
  const enter = limitConcurrency(state.limits.waveConcurrency);
  const steps = slots.map(
    (slot): RuntimeStep<StoredExecution> => ({
      key: slot.key,
      ...(state.session.isRecorded ? { inputDigest: digestOf(slot.call) } : {}),
      run: () => performTool(state, slot, fresh, enter),
    }),
  );
  const executions = await state.session.runtime.all<StoredExecution>(steps);
  for (const [index, slot] of slots.entries()) {
    const { inputDigest } = steps[index]!;
    slot.settled = {
      ...executions[index]!,
      via: 'performed',
      ...(inputDigest === undefined ? {} : { inputDigest }),
    };
  }
  state.meter.spendTime(Math.max(0, ...executions.map(({ ms }) => ms)));
}

function digestOf({ tool, args }: Call): string {
  return digest({ tool, args });
}

async function performTool(
  state: RunState,
  slot: OpenSlot,
  fresh: ReadonlySet<string>,
  enter: ReturnType<typeof limitConcurrency>,
): Promise<StoredExecution> {
  const { session, limits, spec, meter } = state;
  const { key, call, admitted, identity } = slot;
  const { tool } = admitted;
  const effectId = identity ? { effectId: identity.id } : {};
  if (tool.effect === 'once' && !fresh.has(key)) {
    // The intent is of an earlier life, which did not live to store the result.
    const observation = outcomeUnknown(tool.name, spec.tools.maxObservationChars);
    await spec.tools.oversight?.refused(call, observation, optionsFor(state, slot));
    return { observation, outcome: 'unknown', attempts: 0, ms: 0, ...effectId };
  }
  const startedAt = session.now();
  const elapsed = () => Math.max(0, session.now() - startedAt);
  const execution = await enter(async (): Promise<Execution> => {
    const timeLeft = meter.timeLeft() - elapsed();
    // It was let in with enough time, and has waited for its place since.
    if (tool.effect !== 'pure' && timeLeft < tool.timeoutMs) {
      const observation = spec.tools.refuse(tool.name, notEnoughTime(tool.timeoutMs));
      await spec.tools.oversight?.refused(call, observation, optionsFor(state, slot));
      return { observation, outcome: 'not_started', attempts: 0, ms: 0 };
    }
    session.log.live({ type: 'tool_started', key, call: { tool: call.tool, args: call.args } });
    return spec.tools.perform(admitted, {
      timeoutMs: timeLeft,
      graceMs: tool.effect === 'pure' ? 0 : limits.graceMs,
      idempotencyKey: idempotencyKeyOf(state, slot),
      callId: callIdOf(state, slot),
      now: session.now,
      ...(session.signal ? { signal: session.signal } : {}),
    });
  });
  // A failure may come of leaving; the next life makes the call again. But a `once` tool that says that it did nothing,
  // or may not start, is believed now: by its stored intent alone it would be unknown.
  const didNothing =
    tool.effect === 'once' &&
    execution.outcome === 'not_started' &&
    (execution.attempts > 0 || mayNotStart(execution.observation));
  if (!execution.observation.ok && !didNothing) leaveIfDetached(state);
  return {
    ...execution,
    ms: elapsed(),
    ...effectId,
    ...(session.cancel?.aborted ? { cancelled: true } : {}),
  };
}

/** Whether it was decided that the call does not start, as opposed to an end that came first. */
function mayNotStart(observation: Observation): boolean {
  return (
    !observation.ok &&
    ['denied', 'rate_limited', 'not_enough_time'].includes(observation.error.code)
  );
}
