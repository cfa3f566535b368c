import type { DurableEvent } from '@loopwright/agent-run';
import { agent as names, spanEvents } from './agent-conventions.ts';
import type { AgentTrace } from './agent-trace.ts';
import { findingOf } from './finding-of.ts';
import type { RunSettings } from './run-settings.ts';
import { genAi } from './semantic-conventions.ts';

type StepEvent = Extract<DurableEvent, { type: 'step' }>;

/** Tells a step that is over: its verdicts, its reflections, and that it was one. */
export function tellStep(
  agent: AgentTrace,
  { step }: Pick<StepEvent, 'step'>,
  time: number,
  { instruments }: RunSettings,
): void {
  const labels = { [genAi.agentName]: agent.facts.name, [names.mode]: agent.facts.mode };
  const span = agent.step(time);
  span.set({ [names.stepKind]: step.kind });
  for (const verdict of step.verdicts) {
    const finding = findingOf(verdict);
    if (!finding) continue;
    const { about, loopKind } = finding;
    const kind = loopKind === undefined ? {} : { [names.loopKind]: loopKind };
    const facts = { ...kind, [names.verdict]: verdict.kind };
    span.event(spanEvents[about], time, { ...facts, [names.guard]: verdict.guard });
    if (about === 'drift') instruments.drifts(1, { ...labels, ...facts });
    else instruments.loops(1, { ...labels, ...facts });
  }
  for (const [by, count] of Object.entries(reflectionsOf(agent, step))) {
    if (count > 0) instruments.reflections(count, { ...labels, [names.reflectionBy]: by });
  }
  const ms = agent.endStep(time) ?? 0;
  instruments.iterations(1, labels);
  instruments.iterationDuration(ms, { ...labels, [names.stepKind]: step.kind });
}

/** Model calls of advisors, and the notes for which none was asked. */
function reflectionsOf(agent: AgentTrace, { notes, verdicts }: StepEvent['step']) {
  const { critic, reflector } = agent.advice;
  const hints = verdicts.filter(({ kind }) => kind === 'hint').length;
  return { critic, reflector, rules: notes.length - hints - critic - reflector };
}
