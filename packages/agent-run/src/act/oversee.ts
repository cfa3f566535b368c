import type { OversightOptions, ToolError } from '@loopwright/tool-registry';
import { isAgentTool } from '../agent-tool.ts';
import { leaveIfDetached } from '../call-model.ts';
import type { RunState } from '../run-state.ts';
import { refuse } from './admit.ts';
import type { OpenSlot, Settled, Slot } from './slot.ts';

/** What is stored of one question to the registry's oversight. */
type Overseen = { error?: ToolError; ms: number };

/**
 * Phase between approval and intent, only for a registry with authorisation or audit: calls that `registry.perform` will
 * not see. A recorded result is given again, and a sub-agent started, only when that is allowed now; what was refused is
 * audited. The answers are stored, so that a resumed run asks nobody twice.
 */
export async function oversee(state: RunState, slots: readonly Slot[]): Promise<void> {
  if (state.spec.tools.oversight === undefined) return;
  const unseen = slots.filter(
    ({ settled, admitted }) => settled || (admitted && isAgentTool(admitted.tool)),
  );
  if (unseen.length === 0) return;
  const steps = unseen.map((slot) => ({
    key: `${slot.key}/oversight`,
    run: () => askFor(state, slot),
  }));
  const answers = await state.session.runtime.all<Overseen>(steps);
  for (const [index, slot] of unseen.entries()) {
    const { error, ms } = answers[index]!;
    const value = { ms, ...(error ? { error: { ...error } } : {}) };
    state.session.log.emit(state.path, { type: 'io', key: steps[index]!.key, value });
    if (error === undefined) continue;
    // A recorded result was never counted as a call.
    if (!slot.settled) state.meter.countToolCall(-1);
    refuse(state, slot, error);
  }
  state.meter.spendTime(Math.max(0, ...answers.map(({ ms }) => ms)));
}

/** Has the end of a sub-agent audited, once. */
export async function overseeEnd(
  state: RunState,
  slot: OpenSlot,
  settled: Settled,
  startedAt: number,
): Promise<void> {
  const { oversight } = state.spec.tools;
  if (oversight === undefined) return;
  const { session } = state;
  const key = `${slot.key}/ended`;
  const value = await session.runtime.step<null>({
    key,
    run: async () => {
      const execution = { ...settled, ms: Math.max(0, session.now() - startedAt) };
      await oversight.ended(slot.admitted.tool, execution, optionsFor(state, slot));
      return null;
    },
  });
  session.log.emit(state.path, { type: 'io', key, value });
}

/** What identifies a call outside the run: its effect, or its place in this session. */
export function idempotencyKeyOf(state: RunState, slot: Slot): string {
  return slot.identity?.id ?? callIdOf(state, slot);
}

/** What tells a call from every other one in the audit, also from one of the same content: its place in this session. */
export function callIdOf({ session }: RunState, { key }: Slot): string {
  return `${session.runtime.sessionId}/${key}`;
}

export function optionsFor(state: RunState, slot: Slot): OversightOptions {
  const { session, meter, limits } = state;
  return {
    idempotencyKey: idempotencyKeyOf(state, slot),
    callId: callIdOf(state, slot),
    now: session.now,
    timeoutMs: Math.min(meter.timeLeft(), slot.admitted?.tool.timeoutMs ?? limits.callMs),
    ...(session.signal ? { signal: session.signal } : {}),
  };
}

async function askFor(state: RunState, slot: Slot): Promise<Overseen> {
  const oversight = state.spec.tools.oversight!;
  const { settled, admitted } = slot;
  const startedAt = state.session.now();
  const options = optionsFor(state, slot);
  let error: ToolError | undefined;
  if (settled?.via === 'refused') {
    await oversight.refused(slot.call, settled.observation, options);
  } else {
    error = await oversight.decide(admitted!, { ...options, reused: settled !== undefined });
    if (error?.code === 'aborted') leaveIfDetached(state);
  }
  const ms = Math.max(0, state.session.now() - startedAt);
  return { ms, ...(error ? { error } : {}) };
}
