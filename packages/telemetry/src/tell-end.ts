import type { DurableEvent } from '@loopwright/agent-run';
import { agent as names, spanEvents } from './agent-conventions.ts';
import type { AgentTrace } from './agent-trace.ts';
import type { RunSettings } from './run-settings.ts';
import { genAi, operations } from './semantic-conventions.ts';
import { usageAttributes } from './tell-calls.ts';

type Result = Extract<DurableEvent, { type: 'finished' }>['result'];

/** Tells how an agent ended. Only a failed one is an error: a partial answer, or a limit that held, is none. */
export function tellEnd(
  agent: AgentTrace,
  result: Result,
  time: number,
  settings: RunSettings,
): void {
  const { status, stopReason, usage } = result;
  const span = agent.span(time);
  span.set({
    [names.outcome]: status,
    [names.stopReason]: stopReason,
    [names.steps]: agent.steps,
    ...usageAttributes(usage),
    ...settings.content.ofResult(result),
  });
  if (status === 'degraded') {
    span.event(spanEvents.degraded, time, { [names.stopReason]: stopReason });
  }
  const errorType = status === 'failed' ? (agent.lastModelError ?? stopReason) : undefined;
  if (errorType !== undefined) span.fail(errorType);
  agent.end(time);
  recordInvocation(agent, time, errorType, settings);
  settings.instruments.terminations(1, {
    [genAi.agentName]: agent.facts.name,
    [names.mode]: agent.facts.mode,
    [names.outcome]: status,
    [names.stopReason]: stopReason,
  });
}

/** Tells that an agent goes on in another process, or in none: not an end, so it is not counted as one. */
export function tellInterruption(
  agent: AgentTrace,
  { isBroken, stopReason }: { isBroken: boolean; stopReason?: string | undefined },
  time: number,
  settings: RunSettings,
): void {
  const outcome = isBroken ? 'interrupted' : 'suspended';
  const span = agent.span(time);
  span.set({
    [names.outcome]: outcome,
    ...(stopReason === undefined ? {} : { [names.stopReason]: stopReason }),
    [names.steps]: agent.steps,
  });
  if (isBroken) span.fail(outcome);
  agent.end(time);
  recordInvocation(agent, time, isBroken ? outcome : undefined, settings);
}

/** What this life of the run did; sub-agents are invocations of their own. */
function recordInvocation(
  { facts, inferenceCalls, toolCalls }: AgentTrace,
  time: number,
  errorType: string | undefined,
  { instruments }: RunSettings,
): void {
  const label = { [genAi.agentName]: facts.name };
  instruments.agentDuration(Math.max(0, time - facts.startedAt) / 1000, {
    ...label,
    [genAi.operationName]: operations.invokeAgent,
    ...(errorType === undefined ? {} : { [genAi.errorType]: errorType }),
  });
  instruments.inferenceCalls(inferenceCalls, label);
  instruments.toolCalls(toolCalls, label);
}
