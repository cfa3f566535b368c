import { digest, type Json, toJson } from '@loopwright/core-parser';
import type { Bounds } from './bounds.ts';
import type { Place } from './check-spec.ts';
import { checkedClock } from './check-surroundings.ts';
import { EventLog } from './event-log.ts';
import { Ledger } from './ledger.ts';
import type { Limits } from './limits.ts';
import { passThroughRuntime } from './pass-through-runtime.ts';
import type { RunResult } from './result.ts';
import type { RunSpec } from './run-spec.ts';
import { createRunState, type RunState, type Session } from './run-state.ts';
import type { Stamp, StepRuntime } from './step-runtime.ts';

/** Opens a session, or joins the parent's, and writes the first event. */
export async function openSession<Answer>(
  spec: RunSpec<Answer>,
  limits: Limits,
  bounds: Bounds,
  place: Place | undefined,
): Promise<{ state: RunState } | { stored: RunResult<Json> }> {
  const session = place?.state.session ?? createSession(spec);
  const { runtime } = session;
  const state = createRunState({
    session,
    // A spec of any answer type: the state never looks at answers, it only checks them.
    spec: spec as RunSpec<unknown>,
    limits,
    maxToolCalls: bounds.toolCalls,
    path: place?.path ?? '',
    parent: place?.state,
  });
  const stamp = stampOf(state, bounds);
  if (!place) {
    const stored = await runtime.open(stamp);
    if (stored) return { stored };
  }
  const at = await runtime.step({
    key: `${state.path}started`,
    inputDigest: stamp.config,
    run: async () => new Date(session.now()).toISOString(),
  });
  session.log.emit(state.path, {
    type: 'started',
    sessionId: runtime.sessionId,
    at,
    stamp,
    task: spec.task,
    limits,
    allowance: spec.allowance,
    tools: [...spec.tools.tools.values()].map(({ name, effect }) => ({ name, effect })),
    ...(runtime.forkOf && !place ? { forkOf: runtime.forkOf } : {}),
  });
  return { state };
}

function createSession<Answer>(spec: RunSpec<Answer>): Session {
  const runtime: StepRuntime = spec.runtime ?? passThroughRuntime();
  const signals = [spec.cancel, spec.detach].filter((signal) => signal !== undefined);
  return {
    runtime,
    ledger: new Ledger(runtime),
    log: new EventLog(spec.onEvent, spec.onLive),
    isRecorded: runtime.stores !== false || spec.onEvent !== undefined,
    signal: signals.length > 0 ? AbortSignal.any(signals) : undefined,
    cancel: spec.cancel,
    detach: spec.detach,
    approve: spec.approve,
    now: checkedClock(spec.now ?? Date.now),
  };
}

/**
 * What a resumed run must have in common with the first one. Under other limits or tools, stored results would be
 * told as something that did not happen.
 */
function stampOf({ session, spec, limits, guards }: RunState, bounds: Bounds): Stamp {
  const { name, version } = spec.strategy;
  if (!session.isRecorded) return { strategy: name, version, config: '' };
  const { task, tools, models, advisors, prices, configuration } = spec;
  const toolStamps = [...tools.tools.values()].map((tool) => ({
    name: tool.name,
    effect: tool.effect,
    repeat: tool.repeat,
    approval: tool.approval === true || typeof tool.approval === 'function',
    timeoutMs: tool.timeoutMs,
    parameters: tool.parameters,
    sensitive: [...tool.sensitive],
    hasSignature: tool.signature !== undefined,
  }));
  const config = digest({
    task,
    limits: { ...limits },
    allowance: { ...bounds.perRole },
    models: Object.entries(models).map(([role, model]) => [role, model?.id ?? '']),
    tools: toolStamps,
    maxObservationChars: tools.maxObservationChars,
    maxValueChars: tools.maxValueChars,
    guards: guards.map((guard) => [guard.name, guard.options ?? null]),
    advisors: (advisors ?? []).map((advisor) => [advisor.name, advisor.options ?? null]),
    prices: toJson(prices ?? {}),
    configuration: configuration ?? null,
  });
  return { strategy: name, version, config };
}
