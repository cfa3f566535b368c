import type { DurableEvent, Role } from '@loopwright/agent-run';
import { agent as names, spanEvents } from './agent-conventions.ts';
import type { AgentTrace } from './agent-trace.ts';
import type { RunSettings } from './run-settings.ts';
import { tellModelCall, tellToolCall } from './tell-calls.ts';
import { tellEnd } from './tell-end.ts';
import { tellStep } from './tell-step.ts';

/** Tells one event of an agent that has started, as spans, span events and metrics. */
export function tellEvent(
  agent: AgentTrace,
  event: DurableEvent,
  time: number,
  settings: RunSettings & { startedAt: number | undefined },
): void {
  switch (event.type) {
    case 'model':
      agent.inferenceCalls += 1;
      agent.lastModelError = event.error?.kind;
      countAdvice(agent, event.role);
      tellModelCall(agent, event, time, settings);
      break;
    case 'tool':
      if (event.via === 'performed' || event.via === 'agent') agent.toolCalls += 1;
      tellToolCall(agent, event, time, settings);
      break;
    case 'step':
      tellStep(agent, event, time, settings);
      stepIsOver(agent, event.step.n);
      break;
    case 'flag':
      agent.place(time).event(spanEvents.flag, time, {
        [names.flagCode]: event.code,
        ...settings.content.ofFlag(event.text),
      });
      break;
    case 'note':
      agent.place(time).event(`agent.${event.name}`, time);
      break;
    case 'asked':
      agent.place(time).event(spanEvents.approvalAsked, time, {
        [names.approvalTools]: event.asks.map(({ call }) => call.tool),
      });
      break;
    case 'answered': {
      const approved = event.answers.filter((answer) => answer.approved).length;
      agent.place(time).event(spanEvents.approvalAnswered, time, {
        [names.approved]: approved,
        [names.denied]: event.answers.length - approved,
        [names.approvalVia]: event.via,
      });
      break;
    }
    case 'finished':
      tellEnd(agent, event.result, time, settings);
      break;
  }
}

export function countAdvice({ advice }: AgentTrace, role: Role): void {
  if (role === 'critic' || role === 'reflector') advice[role] += 1;
}

export function stepIsOver(agent: AgentTrace, n: number): void {
  agent.steps = n;
  agent.advice = { critic: 0, reflector: 0 };
}
