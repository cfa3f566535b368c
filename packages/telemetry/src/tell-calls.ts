import type { DurableEvent, Usage } from '@loopwright/agent-run';
import { type Attributes, SpanKind } from '@opentelemetry/api';
import { agent as names, spanEvents, spanNames } from './agent-conventions.ts';
import type { AgentTrace } from './agent-trace.ts';
import type { RunSettings } from './run-settings.ts';
import { genAi, operations } from './semantic-conventions.ts';
import { TracedSpan } from './traced-span.ts';

type ModelEvent = Extract<DurableEvent, { type: 'model' }>;
type ToolEvent = Extract<DurableEvent, { type: 'tool' }>;

/** Tells one model call, which has just ended. */
export function tellModelCall(
  agent: AgentTrace,
  event: ModelEvent,
  time: number,
  { instruments, content, providerOf }: RunSettings,
): void {
  const { role, model, ms, reply, error, attempts } = event;
  const startTime = time - ms;
  const around = spanAround(agent, role, startTime);
  const parent = around ?? placeOf(agent, role, startTime);
  const provider = model === undefined ? undefined : providerOf(model);
  const labels = {
    [genAi.operationName]: operations.chat,
    ...(provider === undefined ? {} : { [genAi.providerName]: provider }),
    ...(model === undefined ? {} : { [genAi.requestModel]: model }),
  };
  const span = new TracedSpan({
    tracer: agent.facts.tracer,
    name: model === undefined ? operations.chat : `${operations.chat} ${model}`,
    kind: SpanKind.CLIENT,
    attributes: { ...labels, [genAi.agentName]: agent.facts.name, [names.role]: role },
    startTime,
    parent: parent.context,
  });
  span.set({
    [names.attempts]: attempts,
    ...(reply ? { [genAi.finishReasons]: [reply.finish], ...usageAttributes(reply.usage) } : {}),
    ...content.ofModelCall(event),
  });
  if (error) span.fail(error.kind);
  span.end(time);
  if (error) around?.fail(error.kind);
  around?.end(time);

  instruments.inferenceDuration(ms / 1000, {
    ...labels,
    ...(error ? { [genAi.errorType]: error.kind } : {}),
  });
  // An estimate is no count.
  if (!reply || reply.usage.estimated) return;
  // Providers do not say of which kind the tokens of a cache, or of reasoning, were.
  const tokenLabels = { ...labels, [genAi.tokenModality]: 'unknown' };
  const { usage } = reply;
  if (usage.inputTokens) instruments.inputTokens(usage.inputTokens, tokenLabels);
  if (usage.outputTokens) instruments.outputTokens(usage.outputTokens, tokenLabels);
  if (usage.cachedInputTokens) {
    instruments.cacheReadInputTokens(usage.cachedInputTokens, tokenLabels);
  }
  if (usage.cacheWriteTokens)
    instruments.cacheWriteInputTokens(usage.cacheWriteTokens, tokenLabels);
  if (usage.reasoningTokens) instruments.reasoningOutputTokens(usage.reasoningTokens, tokenLabels);
}

/** A planner's call is in a span of its own, beside the steps; an advisor's in one inside its step. */
function spanAround(
  agent: AgentTrace,
  role: ModelEvent['role'],
  startTime: number,
): TracedSpan | undefined {
  const { tracer, name } = agent.facts;
  if (role === 'planner') {
    return new TracedSpan({
      tracer,
      name: `${operations.plan} ${name}`,
      attributes: { [genAi.operationName]: operations.plan, [genAi.agentName]: name },
      startTime,
      parent: agent.span(startTime).context,
    });
  }
  if (role !== 'critic' && role !== 'reflector') return undefined;
  return new TracedSpan({
    tracer,
    name: spanNames.reflect,
    attributes: { [genAi.agentName]: name, [names.role]: role },
    startTime,
    parent: agent.place(startTime).context,
  });
}

/** Roles whose call makes a step; a judge and a synthesiser are asked in a step or between two. */
function placeOf(agent: AgentTrace, role: ModelEvent['role'], startTime: number): TracedSpan {
  const makesStep = role === 'actor' || role === 'selector' || role === 'solver';
  return makesStep ? agent.step(startTime) : agent.place(startTime);
}

/** What was used, as far as it is known. */
export function usageAttributes(usage: Usage): Attributes {
  const amounts = {
    [genAi.inputTokens]: usage.inputTokens,
    [genAi.outputTokens]: usage.outputTokens,
    [genAi.cacheReadInputTokens]: usage.cachedInputTokens,
    [genAi.cacheWriteInputTokens]: usage.cacheWriteTokens,
    [genAi.reasoningOutputTokens]: usage.reasoningTokens,
  };
  const known = Object.entries(amounts).filter(([, amount]) => typeof amount === 'number');
  return {
    ...(Object.fromEntries(known) as Attributes),
    ...(usage.estimated ? { [names.usageEstimated]: true } : {}),
  };
}

/**
 * Tells one tool call, which has just ended. One that was refused, or given its recorded result, was not executed: it is
 * an event of its step.
 *
 * @param startedAt When it was let in, if that was seen: calls of a wave end one after another and are told together.
 */
export function tellToolCall(
  agent: AgentTrace,
  event: ToolEvent,
  time: number,
  settings: RunSettings & { startedAt: number | undefined },
): void {
  const { key, call, observation, via, outcome, attempts, ms } = event;
  const { instruments, content } = settings;
  const opened = agent.takeCall(key);
  // The time of a sub-agent is not the tool's, and stands nowhere but here.
  const startedAt = opened?.startedAt ?? settings.startedAt;
  const step = agent.step(startedAt ?? time - ms);
  const startTime = Math.max(startedAt ?? time - ms, agent.stepStartedAt);
  const code = observation.ok ? undefined : observation.error.code;
  if (via === 'refused' || via === 'reused') {
    const name = via === 'refused' ? spanEvents.callRefused : spanEvents.callReused;
    // The name of a tool that is not there is the model's own text.
    const isTool = agent.facts.tools.includes(call.tool);
    step.event(name, time, {
      ...(isTool && { [genAi.toolName]: call.tool }),
      ...(code && { [genAi.errorType]: code }),
    });
    return;
  }
  const facts = {
    [genAi.operationName]: operations.executeTool,
    [genAi.toolName]: call.tool,
    [genAi.toolType]: 'function',
  };
  const name = `${operations.executeTool} ${call.tool}`;
  const span =
    opened?.span ??
    new TracedSpan({
      tracer: agent.facts.tracer,
      name,
      attributes: { ...facts, [genAi.agentName]: agent.facts.name, [genAi.toolCallId]: key },
      startTime,
      parent: step.context,
    });
  if (opened) span.rename(name);
  const errorClass = observation.ok ? undefined : observation.error.class;
  span.set({
    ...facts,
    [names.toolOutcome]: outcome,
    [names.attempts]: attempts,
    ...(code && { [names.toolErrorCode]: code }),
    ...content.ofToolCall(event),
  });
  if (errorClass) span.fail(errorClass);
  const endTime = via === 'agent' ? time : Math.min(time, startTime + ms);
  span.end(endTime);
  instruments.toolDuration((endTime - startTime) / 1000, {
    ...facts,
    ...(errorClass && { [genAi.errorType]: errorClass }),
  });
}
