import { type DurableEvent, ends, type RunResult } from '@loopwright/agent-run';
import { historyOf, nativeFormat } from '@loopwright/react-loop';
import type { HostileScenario } from './hostile-scenario.ts';
import { ledgerFaults } from './ledger-faults.ts';
import { pairingFaults } from './pairing-faults.ts';
import type { World } from './world.ts';

/** One life of a hostile run that came to a result. */
export type CheckedLife = {
  result: RunResult<unknown>;
  events: readonly DurableEvent[];
  world: World;
  /** Requests that reached the model. */
  modelStarts: number;
};

/** Everything that must hold of any run, whatever the model and the tools did. Gives what does not. */
export function checkLife(scenario: HostileScenario, life: CheckedLife): string[] {
  return [
    ...checkEnd(life),
    ...checkBounds(scenario, life),
    ...checkSteps(scenario, life),
    ...checkEvents(life),
    ...checkHistory(life),
    ...ledgerFaults(life.result, life.world),
  ];
}

function checkEnd({ result }: CheckedLife): string[] {
  const { status, stopReason, reason, partial } = result;
  return faults([
    [status === ends[stopReason], `${stopReason} has the status ${status}`],
    [
      ('answer' in result && result.answer !== undefined) === (status === 'solved'),
      'answer iff solved',
    ],
    [reason.trim() !== '', 'the reason is empty'],
    [partial.text.trim() !== '', 'the partial text is empty'],
    [!/^The strategy threw(?!.* on purpose)/.test(reason), `a fault inside: ${reason}`],
  ]);
}

function checkBounds({ expected, limits }: HostileScenario, life: CheckedLife): string[] {
  const { result, events, modelStarts } = life;
  const { counts, bounds } = result;
  const own = Object.values(counts.modelCalls).reduce((sum, calls) => sum + calls, 0);
  const all = own + counts.childModelCalls;
  const overRole = Object.entries(counts.modelCalls).filter(
    ([role, calls]) => calls > (expected.perRole[role as keyof typeof expected.perRole] ?? 0),
  );
  const started = events.filter(
    (event) => event.type === 'tool' && event.path === '' && isStarted(event),
  ).length;
  const modelEvents = events.filter(({ type }) => type === 'model').length;
  return faults([
    [overRole.length === 0, `over the bound of a role: ${JSON.stringify(overRole)}`],
    [own <= bounds.modelCalls, `${own} model calls, the bound is ${bounds.modelCalls}`],
    [counts.childModelCalls <= expected.childModelCalls, 'over the bound of sub-agents'],
    [counts.childModelCalls <= bounds.children, 'over the published bound of sub-agents'],
    [modelEvents === all, `${modelEvents} model events for ${all} calls`],
    [counts.attempts <= limits.attempts * all, 'more attempts than allowed'],
    [counts.attempts <= bounds.attempts, 'over the published bound of attempts'],
    [
      modelStarts === counts.attempts,
      `${modelStarts} requests, ${counts.attempts} attempts counted`,
    ],
    [started <= Math.min(expected.toolCalls, bounds.toolCalls), `${started} tool calls started`],
  ]);
}

function isStarted(event: Extract<DurableEvent, { type: 'tool' }>): boolean {
  return event.via === 'agent' || (event.via === 'performed' && event.attempts > 0);
}

function checkSteps({ strategy }: HostileScenario, { result, events }: CheckedLife): string[] {
  const { steps, counts, status } = result;
  const uneven = steps.filter(({ calls, observations }) => calls.length !== observations.length);
  const numbered = steps.every(({ n }, index) => n === index + 1);
  const stepEvents = events.filter((event) => event.type === 'step' && event.path === '');
  const isWhole = status !== 'suspended';
  const { actor = 0 } = counts.modelCalls;
  const booked = events.filter((event) => event.type === 'tool' && event.path === '').length;
  const observed = steps.reduce((sum, { observations }) => sum + observations.length, 0);
  return faults([
    [uneven.length === 0, 'a step without one observation for each call'],
    [numbered, 'steps are not numbered from 1'],
    [!isWhole || stepEvents.length === steps.length, 'steps and step events differ in number'],
    [!isWhole || booked === observed, `${booked} calls were booked, ${observed} are in steps`],
    [
      strategy !== 'react' || !isWhole || actor === steps.length,
      `R3: ${actor} actor calls, ${steps.length} steps`,
    ],
    ...childFaults(events),
  ]);
}

/** R3 holds for every sub-agent, too. */
function childFaults(events: readonly DurableEvent[]): [boolean, string][] {
  return events.flatMap((event): [boolean, string][] => {
    if (event.type !== 'finished' || event.path === '') return [];
    const steps = events.filter(({ type, path }) => type === 'step' && path === event.path).length;
    const { actor = 0 } = event.result.counts.modelCalls;
    return [[actor === steps, `R3: ${actor} actor calls, ${steps} steps in ${event.path}`]];
  });
}

/** Whatever happened, the run can be gone on from. */
function checkHistory({ result }: CheckedLife): string[] {
  const history = historyOf({ task: 'Any.', result, format: nativeFormat });
  return pairingFaults(history).map((fault) => `its history: ${fault}`);
}

function checkEvents({ result, events }: CheckedLife): string[] {
  const isWhole = result.status !== 'suspended';
  return faults([
    [events.every(({ seq }, index) => seq === index), 'the events have gaps'],
    [events[0]?.type === 'started', 'the first event is not the start'],
    [!isWhole || events.at(-1)?.type === 'finished', 'the last event is not the end'],
  ]);
}

function faults(rules: readonly (readonly [holds: boolean, fault: string])[]): string[] {
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault);
}
