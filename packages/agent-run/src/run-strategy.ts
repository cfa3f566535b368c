import type { Json } from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';
import { checkSpec } from './check-spec.ts';
import { Ended } from './ended.ts';
import { isSoftEnd } from './ends.ts';
import { finishRun, suspendRun } from './finish-run.ts';
import { openSession } from './open-session.ts';
import type { RunResult } from './result.ts';
import { createRun, endOf, type Run, unseal } from './run.ts';
import type { Outcome, RunSpec } from './run-spec.ts';
import type { RunState } from './run-state.ts';

/**
 * Runs a strategy's body and turns every kind of end into one result. Resolves for whatever the model, the tools and
 * the guards do.
 *
 * @throws ConfigurationError before anything runs, for a caller's mistake.
 * @throws whatever the runtime calls its own (`isControl`), for example a journal that belongs to another run.
 */
export async function runStrategy<Answer>(
  spec: RunSpec<Answer>,
  body: (run: Run) => Promise<Outcome>,
): Promise<RunResult<Answer>> {
  const { limits, bounds, place } = checkSpec(spec);
  const opened = await openSession(spec, limits, bounds, place);
  if ('stored' in opened) return withCheckedAnswer(spec, opened.stored);
  const { state } = opened;
  const run = createRun(state);

  let outcome: Outcome;
  try {
    outcome = await checkOutcome(state, await runBody(state, run, body));
  } catch (error) {
    if (!(error instanceof Ended) || error.end.kind === 'stop' || place) throw error;
    return suspendRun(state, bounds, error.end.kind === 'suspended' ? error.end.pending : []);
  }
  const salvaged = await salvage(state, run, outcome);
  const result = await finishRun({
    state,
    bounds,
    outcome,
    salvaged,
    isChild: place !== undefined,
  });
  return withCheckedAnswer(spec, result);
}

/** Runs the body; ends become outcomes, all but those that are not ends (suspended, detached, the runtime's own). */
async function runBody(
  state: RunState,
  run: Run,
  body: (run: Run) => Promise<Outcome>,
): Promise<Outcome> {
  let thrown: unknown;
  try {
    const outcome = await body(run);
    // User code may have swallowed the end; then what it returned does not count.
    thrown = endOf(state);
    if (thrown === undefined) return outcome;
  } catch (error) {
    thrown = endOf(state) ?? error;
  }
  if (thrown instanceof Ended) {
    const { end } = thrown;
    if (end.kind !== 'stop') throw thrown;
    return end.stopReason === 'goal_achieved'
      ? { stopReason: 'goal_achieved', answer: end.answer ?? null }
      : ({ stopReason: end.stopReason, text: end.text } as Outcome);
  }
  if (state.session.runtime.isControl(thrown)) throw thrown;
  const { type, message } = describeError(thrown);
  return { stopReason: 'error', text: `The strategy threw ${type}: ${message}` };
}

async function checkOutcome(state: RunState, outcome: Outcome): Promise<Outcome> {
  if (!('answer' in outcome) || outcome.stopReason === 'goal_achieved') return outcome;
  const check = await state.spec.checkAnswer?.(outcome.answer);
  if (!check || check.ok) return outcome;
  const { thought } = outcome;
  const text = `The answer does not fit: ${check.message}`;
  return { stopReason: 'error', text, ...(thought === undefined ? {} : { thought }) };
}

async function salvage(state: RunState, run: Run, outcome: Outcome): Promise<string> {
  if (!state.spec.salvage || !isSoftEnd(outcome.stopReason)) return '';
  unseal(state);
  try {
    return await state.spec.salvage(run);
  } catch (error) {
    if (error instanceof Ended && error.end.kind === 'stop') return '';
    if (error instanceof Ended || state.session.runtime.isControl(error)) throw error;
    return '';
  }
}

async function withCheckedAnswer<Answer>(
  spec: RunSpec<Answer>,
  result: RunResult<Json>,
): Promise<RunResult<Answer>> {
  if (result.status !== 'solved') return result;
  const check = await spec.checkAnswer?.(result.answer);
  const answer = check?.ok ? check.value : (result.answer as Answer);
  return { ...result, answer };
}
