import { callModel, type ModelOutcome } from './call-model.ts';
import { stop } from './ended.ts';
import type { StopReason } from './ends.ts';
import type { ModelError, ModelReply, ModelRequest } from './model.ts';
import { lostUsage } from './normalise-reply.ts';
import { reachedEnds } from './reached-ends.ts';
import { RequestTrail } from './request-trail.ts';
import { isAdvisory, type Role } from './role.ts';
import { flag, type RunState, throwFirst } from './run-state.ts';

/** Refused calls of an advisory role after which the run ends: whoever asks again and again does not listen. */
const maxRefusedCalls = 16;

/** One model call of a role: bounded, stored, counted. See `Run.think`. */
export async function think(
  state: RunState,
  request: ModelRequest,
  role: Role,
): Promise<ModelReply> {
  const { session, spec, meter } = state;
  const used = meter.modelCalls[role] ?? 0;
  if (used >= (spec.allowance[role] ?? 0)) return refuseCall(state, role, used);
  const reached = reachedEnds(state);
  if (reached.length > 0) throwFirst(state, reached);

  const key = `${state.path}${role}:${used}`;
  const model = spec.models[role] ?? spec.models.default;
  const trail = trailOf(state, role).add(request);
  meter.countModelCall(role);
  const price = Object.hasOwn(state.prices, model.id) ? state.prices[model.id] : undefined;
  const outcome = await session.runtime.step<ModelOutcome>({
    key,
    inputDigest: trail.requestDigest,
    run: () => callModel(state, { model, request, key, requestChars: trail.chars }),
  });
  const { reply, error, attempts, lostAttempts = 0, ms } = outcome;
  const lost = Array.from({ length: lostAttempts }, () => lostUsage(trail.chars));
  const usages = reply ? [...lost, reply.usage] : lost;
  meter.spendModelCall({ attempts, ms, usages, price });
  session.log.emit(state.path, {
    type: 'model',
    key,
    role,
    model: model.id,
    requestDigest: trail.requestDigest,
    appended: trail.appended,
    ...(reply ? { reply } : {}),
    ...(error ? { error } : {}),
    attempts,
    ...(lostAttempts > 0 ? { lostAttempts } : {}),
    ms,
  });
  return reply ? accept(state, reply, role) : fail(state, error!, role);
}

function accept(state: RunState, reply: ModelReply, role: Role): ModelReply {
  for (const warning of reply.warnings) flagOnce(state, 'model', warning);
  if (reply.finish !== 'refusal' && reply.finish !== 'context_window') return reply;
  const text =
    reply.finish === 'refusal'
      ? `The ${role} model refused to answer`
      : `The request was too large for the ${role} model`;
  if (!isAdvisory(role)) {
    throw reply.finish === 'refusal'
      ? stop('refused', text)
      : stop('budget', text, 'context_overflow');
  }
  flag(state, role, text);
  return emptyReply();
}

/** A model says in every reply what it does not honour; a reader needs it once. */
function flagOnce(state: RunState, code: string, text: string): void {
  if (!state.flags.includes(`${code}: ${text}`)) flag(state, code, text);
}

function fail(state: RunState, error: ModelError, role: Role): ModelReply {
  if (error.kind === 'aborted') throw stop('aborted', 'The run was cancelled');
  const reached = reachedEnds(state);
  if (reached.length > 0) throwFirst(state, reached);
  const text = `The ${role} model failed (${error.kind}): ${error.message}`;
  if (!isAdvisory(role)) {
    const cause = error.kind === 'context_overflow' ? error.kind : undefined;
    throw stop(reasonOf(error), text, cause);
  }
  flag(state, role, text);
  return emptyReply();
}

function reasonOf(error: ModelError): StopReason {
  if (error.kind === 'timeout') return 'timeout';
  if (error.kind === 'refused') return 'refused';
  // The room of a model is a limit like any other: what was found until then is kept.
  if (error.kind === 'context_overflow') return 'budget';
  return 'error';
}

function refuseCall(state: RunState, role: Role, used: number): ModelReply {
  const text = `The ${role} has used all of its ${used} model calls`;
  if (!isAdvisory(role)) throw stop(role === 'planner' ? 'max_replans' : 'max_steps', text);
  const refused = (state.refusedCalls.get(role) ?? 0) + 1;
  state.refusedCalls.set(role, refused);
  if (refused > maxRefusedCalls) throw stop('error', `${text} and keeps asking for more`);
  if (refused === 1) flag(state, role, text);
  return emptyReply();
}

function trailOf(state: RunState, role: Role): RequestTrail {
  const trail = state.trails.get(role) ?? new RequestTrail(state.session.isRecorded);
  state.trails.set(role, trail);
  return trail;
}

function emptyReply(): ModelReply {
  const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null };
  return { text: '', toolCalls: [], finish: 'unknown', usage, warnings: [] };
}
