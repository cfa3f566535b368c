import type { Effect, ModelRequest, StepEvidence } from '@loopwright/agent-run';
import { capText, encodeNote, encodeObservation, jsonLine } from '@loopwright/core-parser';
import { planExecuteDefaults } from '../defaults.ts';
import type { PlanAttempt } from './attempt-plan.ts';

/** The first request of the planner. */
export function startRequest(system: string, task: string): ModelRequest {
  const block = `Task: ${encodeObservation(task)}\n`;
  return { system, messages: [{ role: 'user', blocks: [block] }], temperature: 0 };
}

/**
 * The request for the plan after one that did not lead to an answer (N1): it goes on where the last one ended, with what the
 * steps gave, told apart by plan, which step FAILED, and what was done in the world, so that it is not planned again.
 */
export function nextRequest(
  request: ModelRequest,
  attempt: PlanAttempt,
  effects: readonly Effect[],
): ModelRequest {
  const blocks = request.messages.flatMap((each) => (each.role === 'user' ? each.blocks : []));
  const report = [
    ...attempt.evidence.map((step) => evidenceLines(attempt.number, step)),
    ...[...outcomeNotes(attempt), ...attempt.notes, ...effectNotes(effects)].map(noteLine),
  ].join('');
  return { ...request, messages: [{ role: 'user', blocks: [...blocks, report] }] };
}

/** No line of an observation can pass for another one. */
function evidenceLines(plan: number, { id, tool, args, observation }: StepEvidence): string {
  const { maxShownArgsChars } = planExecuteDefaults;
  const json = capText(jsonLine(args), maxShownArgsChars, 'The tool got all of it.');
  return `Action: ${encodeObservation(tool)}
Action Input: ${encodeObservation(json)}
Observation (plan ${plan}, ${id}): ${encodeObservation(observation.text)}
`;
}

function noteLine(note: string): string {
  return `Note: ${encodeNote(note)}\n`;
}

function outcomeNotes(attempt: PlanAttempt): string[] {
  const { number, open } = attempt;
  const left = open.length === 0 ? [] : [`Not performed of plan ${number}: ${open.join(', ')}.`];
  if (attempt.kind !== 'failed') return [...left, 'Plan what is still to be done.'];
  const { failedAt, reason } = attempt;
  const at = failedAt === undefined ? '' : ` at ${failedAt}`;
  const { maxShownProblemChars } = planExecuteDefaults;
  const why = capText(reason, maxShownProblemChars, 'Mend these first.');
  return [`Plan ${number} FAILED${at}: ${why}`, ...left, 'Write a new plan.'];
}

/** What the world has seen so far, whichever plan it was of. */
function effectNotes(effects: readonly Effect[]): string[] {
  const words = { committed: 'Done, not to be planned again', unknown: 'May have been done' };
  return effects.flatMap(({ tool, args, status }) => {
    if (status === 'not_started') return [];
    const json = capText(jsonLine(args), planExecuteDefaults.maxShownArgsChars);
    return [`${words[status]}: ${tool} ${json}`];
  });
}
