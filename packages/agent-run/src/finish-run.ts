import { canonicalJson, type Json } from '@loopwright/core-parser';
import type { Bounds } from './bounds.ts';
import type { Pending } from './effect.ts';
import { effectsOf } from './effects-of.ts';
import { ends } from './ends.ts';
import { partialResult, type Words } from './partial-result.ts';
import type { RunResult } from './result.ts';
import type { Outcome } from './run-spec.ts';
import type { RunState } from './run-state.ts';
import type { Step } from './step.ts';

/** Records the terminal step, makes the result, stores it, and writes the last event. */
export async function finishRun(run: {
  state: RunState;
  bounds: Bounds;
  outcome: Outcome;
  salvaged: string;
  isChild: boolean;
}): Promise<RunResult<Json>> {
  const { state, bounds, outcome, salvaged, isChild } = run;
  recordTerminalStep(state, outcome);
  const { log, runtime } = state.session;
  const result = makeResult(state, bounds, outcome, salvaged);
  if (!isChild) await runtime.close(result);
  const { steps: _, ...summary } = result;
  log.emit(state.path, { type: 'finished', result: summary });
  return result;
}

/** What a run that is not over tells: nothing is stored, numbered or decided. */
export function suspendRun(state: RunState, bounds: Bounds, pending: Pending[]): RunResult<never> {
  const waiting = pending.length > 0;
  state.isOver = true;
  state.session.log.live({ type: 'suspended', key: state.path, pending });
  return {
    ...commonParts(state, bounds, { said: '', by: 'summary' }),
    status: 'suspended',
    stopReason: waiting ? 'awaiting_approval' : 'detached',
    reason: waiting
      ? `Waiting for a decision about ${pending.map(({ call }) => call.tool).join(', ')}`
      : 'This process left the run; it can be resumed',
    pending,
  };
}

function makeResult(
  state: RunState,
  bounds: Bounds,
  outcome: Outcome,
  salvaged: string,
): RunResult<Json> {
  const status = ends[outcome.stopReason];
  if ('answer' in outcome && status === 'solved') {
    const { answer, stopReason, text = '' } = outcome;
    const said = typeof answer === 'string' ? answer : canonicalJson(answer);
    const usual = stopReason === 'final' ? 'The model gave its answer' : 'The goal was reached';
    return {
      ...commonParts(state, bounds, { said, by: 'answer' }),
      status,
      stopReason,
      reason: text.trim() || usual,
      answer,
    };
  }
  const text = 'text' in outcome ? outcome.text : '';
  const partial = 'partial' in outcome ? (outcome.partial ?? '') : '';
  const words: Words = partial ? { said: partial, by: 'model' } : { said: salvaged, by: 'summary' };
  return {
    ...commonParts(state, bounds, words),
    status,
    stopReason: outcome.stopReason,
    reason: text.trim() || `The run ended with ${outcome.stopReason}`,
  } as RunResult<Json>;
}

function commonParts(state: RunState, bounds: Bounds, words: Words) {
  const { meter, steps, flags } = state;
  return {
    partial: partialResult(state, words),
    steps,
    effects: effectsOf(state),
    flags,
    counts: {
      modelCalls: { ...meter.modelCalls },
      childModelCalls: meter.childModelCalls,
      childToolCalls: meter.childToolCalls,
      attempts: meter.attempts,
      toolCalls: { ...meter.toolCalls },
    },
    usage: meter.usage,
    activeMs: meter.activeMs,
    bounds,
  };
}

/**
 * Makes the last reply of the actor a step, and keeps the observations of a wave that an end cut off: nothing
 * observed is lost, and actor calls equal steps (R3).
 */
function recordTerminalStep(state: RunState, outcome: Outcome): void {
  const kind = terminalKind(state, outcome);
  if (!kind) return;
  const step: Step = {
    n: state.steps.length + 1,
    kind,
    thought: outcome.thought ?? '',
    calls: [...(state.openWave?.calls ?? [])],
    observations: [...(state.openWave?.observations ?? [])],
    verdicts: [],
    notes: [],
  };
  state.openWave = undefined;
  state.steps.push(step);
  state.session.log.emit(state.path, { type: 'step', step });
}

function terminalKind(state: RunState, outcome: Outcome): Step['kind'] | undefined {
  if (state.openWave) return 'interrupted';
  const actorCalls = state.meter.modelCalls.actor ?? 0;
  if (outcome.thought === undefined && actorCalls <= state.steps.length) return undefined;
  if (ends[outcome.stopReason] === 'solved') return 'final';
  return outcome.stopReason === 'gave_up' ? 'give_up' : 'failed';
}
