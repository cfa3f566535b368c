import type { Step } from '@loopwright/agent-run';
import { type Outcome, outcomeOfCall } from '../story/outcomes.ts';
import { counted } from '../story/tell-note.ts';
import type { Happening } from '../story/tell-run.ts';

/** Calls and verdicts of one step that are drawn; the rest is counted. */
const maxOfStep = { calls: 6, verdicts: 4 } as const;

/** Of a text that is cut later anyway, so that a long one need not be put together first. */
const maxChars = 1000;

/** A call as it is drawn: what was asked and what came back. */
export type CallLines = {
  readonly asked: string;
  readonly answered: string;
  readonly outcome: Outcome;
};

/** The calls of a step that are drawn, and how many are not. */
export function callLines({ step, childSteps }: Extract<Happening, { type: 'step' }>): {
  calls: CallLines[];
  more: string | undefined;
} {
  const calls = step.calls.slice(0, maxOfStep.calls).map((call, at) => {
    const observation = step.observations[at];
    const children = childSteps[at] ?? 0;
    const by = children === 0 ? '' : ` (sub-agent, ${counted(children, 'step')})`;
    return {
      asked: `${call.tool.slice(0, maxChars)}(${argumentsOf(call.args)})${by}`,
      answered: observation?.text ?? 'no observation',
      outcome: outcomeOfCall(observation),
    };
  });
  const left = step.calls.length - calls.length;
  return { calls, more: left === 0 ? undefined : `… and ${counted(left, 'more call')}` };
}

/** What guards said of a step, with how it counts; what is more than four is counted. */
export function verdictLines({ verdicts }: Step): { text: string; outcome: Outcome }[] {
  const outcomes = { hint: 'open', flag: 'degraded', stop: 'stopped', done: 'success' } as const;
  const shown = verdicts.slice(0, maxOfStep.verdicts).map((verdict) => {
    const { guard, kind, text = '' } = verdict;
    const by = verdict.kind === 'stop' ? `${kind} ${verdict.stopReason}` : kind;
    return { text: `${guard}: ${by}: ${text}`, outcome: outcomes[kind] ?? 'open' };
  });
  const left = verdicts.length - shown.length;
  const more = { text: `… and ${counted(left, 'more verdict')}`, outcome: 'open' } as const;
  return left === 0 ? shown : [...shown, more];
}

/** Whoever draws them cuts them. */
function argumentsOf(args: Step['calls'][number]['args']): string {
  const entries = Object.entries(args ?? {});
  return entries
    .slice(0, 20)
    .map(([name, value]) => {
      const shown = typeof value === 'string' ? value.slice(0, maxChars) : value;
      return `${name}=${JSON.stringify(shown)}`;
    })
    .join(', ');
}
