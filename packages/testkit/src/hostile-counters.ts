import type { DurableEvent, RunResult } from '@loopwright/agent-run';
import type { HostileScenario } from './hostile-scenario.ts';

/** How often something was seen. Names with `max ` in front keep the largest value instead of the sum. */
export type HostileCounters = Record<string, number>;

/** Counts what a run was about, to show that the hostile runs reach what they are meant to reach. */
export function countRun(
  { strategy, mood }: HostileScenario,
  result: RunResult<unknown>,
  events: readonly DurableEvent[],
  wasUnknownCut: boolean,
): HostileCounters {
  const { steps, effects, counts, bounds, flags } = result;
  const own = Object.values(counts.modelCalls).reduce((sum, calls) => sum + calls, 0);
  const verdicts = steps.flatMap((step) => step.verdicts);
  const tools = events.filter((event) => event.type === 'tool');
  return {
    runs: 1,
    [`stop ${strategy} ${result.stopReason}`]: 1,
    [`mood ${mood}`]: 1,
    'model calls': own + counts.childModelCalls,
    'model attempts': counts.attempts,
    'sub-agent model calls': counts.childModelCalls,
    'tool calls ok': counts.toolCalls.ok,
    'tool calls failed': counts.toolCalls.failed,
    'tool calls refused': counts.toolCalls.refused,
    'tool calls reused': tools.filter(({ via }) => via === 'reused').length,
    'waves of several calls': steps.filter(({ calls }) => calls.length > 1).length,
    'unreadable calls': steps.filter(({ calls }) => calls.some((call) => call.unreadable)).length,
    hints: verdicts.filter(({ kind }) => kind === 'hint').length,
    flags: flags.length,
    notes: steps.reduce((sum, { notes }) => sum + notes.length, 0),
    asked: events.filter(({ type }) => type === 'asked').length,
    'effects committed': effects.filter(({ status }) => status === 'committed').length,
    'effects not started': effects.filter(({ status }) => status === 'not_started').length,
    'effects unknown': effects.filter(({ status }) => status === 'unknown').length,
    'cuts inside a once call': wasUnknownCut ? 1 : 0,
    compactions: events.filter((event) => event.type === 'note').length,
    events: events.length,
    'runs at their bound of model calls': own === bounds.modelCalls ? 1 : 0,
    'max percent of the bound': Math.round((100 * own) / Math.max(1, bounds.modelCalls)),
  };
}

/** Adds the counters of one run to those of others. */
export function addCounters(total: HostileCounters, counters: HostileCounters): void {
  for (const [name, value] of Object.entries(counters)) {
    const before = total[name] ?? 0;
    total[name] = name.startsWith('max ') ? Math.max(before, value) : before + value;
  }
}
