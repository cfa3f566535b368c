import type { Json } from '@loopwright/core-parser';
import type { Call, Observation } from '@loopwright/tool-registry';
import { advise } from './advise.ts';
import { askGuards } from './ask-guards.ts';
import { checkAnswer } from './check-answer.ts';
import { Ended, stop } from './ended.ts';
import { plainCall } from './plain-call.ts';
import { reachedEnds, sortEnds } from './reached-ends.ts';
import { flag, type RunState, throwFirst } from './run-state.ts';
import type { Step, Turn } from './step.ts';
import { untilLeft } from './until-left.ts';

/**
 * Records a step, shows it to the guards and then to the advisors. Ends the run when a guard or a limit says so;
 * of several ends the first in the order of ends is the reason (R17: a reached goal before a loop).
 */
export async function judge(state: RunState, turn: Turn): Promise<Step> {
  const before = [...state.steps];
  const step: Step = {
    n: before.length + 1,
    kind: state.interrupted ? 'interrupted' : 'act',
    thought: turn.thought,
    ...wholeTurn(state, turn),
    verdicts: [],
    notes: [],
    ...(turn.subtask === undefined ? {} : { subtask: turn.subtask }),
  };
  step.verdicts = await askGuards(state, step, before);
  state.steps.push(step);
  state.openWave = undefined;
  for (const verdict of step.verdicts) {
    if (verdict.kind === 'hint') step.notes.push(verdict.text);
    if (verdict.kind === 'flag') flag(state, verdict.guard, verdict.text, verdict.data);
  }
  const ends = sortEnds([...(await verdictEnds(state, step)), ...reachedEnds(state)]);
  if (ends.length > 0) {
    if (atStepLimit(state, step)) ends.push(stop('max_steps', stepLimitText(state)));
    emitStep(state, step);
    throwFirst(state, sortEnds(ends));
  }
  if (!turn.last) await takeAdvice(state, step, before);
  emitStep(state, step);
  return step;
}

/**
 * The calls of a turn, frozen: guards and advisors read them. When more was performed than the strategy hands in, all of
 * it is the turn: nothing observed is lost.
 */
function wholeTurn({ openWave }: RunState, turn: Turn): Pick<Step, 'calls' | 'observations'> {
  const { calls, observations } =
    openWave && openWave.calls.length > turn.calls.length ? openWave : turn;
  return {
    calls: Object.freeze(calls.map(plainCall)) as Call[],
    observations: Object.freeze([...observations]) as Observation[],
  };
}

async function takeAdvice(state: RunState, step: Step, before: readonly Step[]): Promise<void> {
  try {
    step.notes.push(...(await advise(state, step, before)));
  } catch (error) {
    if (error instanceof Ended && error.end.kind === 'stop') emitStep(state, step);
    throw error;
  }
}

function emitStep(state: RunState, step: Step): void {
  // A copy: the event is a record, whatever later happens to the step.
  state.session.log.emit(state.path, { type: 'step', step: { ...step, notes: [...step.notes] } });
}

async function verdictEnds(state: RunState, step: Step): Promise<Ended[]> {
  const ends: Ended[] = [];
  for (const verdict of step.verdicts) {
    if (verdict.kind === 'stop') ends.push(stop(verdict.stopReason, verdict.text));
    if (verdict.kind !== 'done') continue;
    const check = await checkGoal(state, verdict.answer);
    if (check instanceof Ended) {
      ends.push(check);
    } else if (check && !check.ok) {
      flag(state, verdict.guard, `its answer does not fit: ${check.message}`);
    } else {
      const text = verdict.text ?? 'The goal was reached';
      const { answer } = verdict;
      ends.push(new Ended({ kind: 'stop', stopReason: 'goal_achieved', text, answer }));
    }
  }
  return ends;
}

/** A run that is cancelled meanwhile ends with its step told, like any other. */
async function checkGoal(state: RunState, answer: Json) {
  try {
    return await untilLeft(state, () => checkAnswer(state.spec, answer));
  } catch (error) {
    if (error instanceof Ended && error.end.kind === 'stop') return error;
    throw error;
  }
}

function atStepLimit(state: RunState, step: Step): boolean {
  return state.spec.allowance.actor !== undefined && step.n >= state.limits.maxSteps;
}

function stepLimitText(state: RunState): string {
  return `The limit of ${state.limits.maxSteps} steps was reached`;
}
