import type { Json } from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';
import { checkAnswer } from './check-answer.ts';
import { checkSpec } from './check-spec.ts';
import { createRun } from './create-run.ts';
import { Ended, stop } from './ended.ts';
import { isSoftEnd } from './ends.ts';
import { finishRun, suspendRun } from './finish-run.ts';
import { openSession } from './open-session.ts';
import { readOutcome } from './read-outcome.ts';
import type { RunResult } from './result.ts';
import type { Run } from './run.ts';
import type { Outcome, RunSpec } from './run-spec.ts';
import type { RunState } from './run-state.ts';
import { untilLeft } from './until-left.ts';

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
  const checked = checkSpec(spec);
  const result = runChecked(spec, checked, body);
  if (checked.place) checked.place.run = result;
  return result;
}

async function runChecked<Answer>(
  spec: RunSpec<Answer>,
  { limits, bounds, place }: ReturnType<typeof checkSpec>,
  body: (run: Run) => Promise<Outcome>,
): Promise<RunResult<Answer>> {
  const opened = await openSession(spec, limits, bounds, place);
  if ('stored' in opened) return withStoredAnswer(spec, opened.stored);
  const { state } = opened;
  const run = createRun(state);
  let fitting: Fitting<Answer>;
  let salvaged: string;
  try {
    fitting = await fittingOutcome(spec, state, run, body);
    salvaged = await salvage(state, run, fitting.outcome);
  } catch (error) {
    if (!(error instanceof Ended) || error.end.kind === 'stop' || place) throw error;
    return suspendRun(state, bounds, error.end.kind === 'suspended' ? error.end.pending : []);
  }
  state.gate.ended = stop('error', 'The run is over');
  state.isOver = true;
  const isChild = place !== undefined;
  const { outcome, answer } = fitting;
  const result = await finishRun({ state, bounds, outcome, salvaged, isChild });
  return result.status === 'solved' ? { ...result, answer: answer as Answer } : result;
}

/** An outcome, and its answer, if it has one, as the check of the caller reads it. */
type Fitting<Answer> = { outcome: Outcome; answer?: Answer };

/** Runs the body; ends become outcomes, all but those that are not ends (suspended, detached, the runtime's own). */
async function runBody(
  state: RunState,
  run: Run,
  body: (run: Run) => Promise<Outcome>,
): Promise<Outcome> {
  const { gate } = state;
  let outcome: Outcome | undefined;
  let thrown: unknown;
  try {
    const joinCalls = async () => (await gate.join()) !== undefined;
    outcome = await untilLeft(state, () => body(run), joinCalls);
  } catch (error) {
    // Nothing thrown and `undefined` thrown are told apart below.
    thrown = error ?? new Error(`${error} was thrown`);
  }
  const unfinished = await gate.join();
  if (unfinished !== undefined) {
    gate.ended ??= stop('error', `The strategy ended while ${unfinished} was not done`);
  }
  // User code may have swallowed the end; then what it returned or threw instead does not count.
  thrown = gate.ended ?? thrown;
  if (thrown === undefined) return readOutcome(outcome);
  if (thrown instanceof Ended) return outcomeOf(thrown);
  if (state.session.runtime.isControl(thrown)) throw thrown;
  const { type, message } = describeError(thrown);
  return { stopReason: 'error', text: `The strategy threw ${type}: ${message}` };
}

/** The outcome of an end. @throws what is not the end of a run but of its stay in this process. */
function outcomeOf(ended: Ended): Outcome {
  const { end } = ended;
  if (end.kind !== 'stop') throw ended;
  return end.stopReason === 'goal_achieved'
    ? { stopReason: 'goal_achieved', answer: end.answer ?? null }
    : ({ stopReason: end.stopReason, text: end.text } as Outcome);
}

/** The outcome of the body, or `error` when its answer does not fit. */
async function fittingOutcome<Answer>(
  spec: RunSpec<Answer>,
  state: RunState,
  run: Run,
  body: (run: Run) => Promise<Outcome>,
): Promise<Fitting<Answer>> {
  const outcome = await runBody(state, run, body);
  if (!('answer' in outcome)) return { outcome };
  const { answer, thought } = outcome;
  const said = thought === undefined ? {} : { thought };
  try {
    const check = await untilLeft(state, () => checkAnswer(spec, answer));
    // Without a check the answer is of whatever type the caller says.
    if (!check) return { outcome, answer: answer as Answer };
    if (check.ok) return { outcome, answer: check.value };
    const text = `The answer does not fit: ${check.message}`;
    return { outcome: { stopReason: 'error', text, ...said } };
  } catch (error) {
    if (error instanceof Ended) return { outcome: { ...outcomeOf(error), ...said } };
    throw error;
  }
}

async function salvage(state: RunState, run: Run, outcome: Outcome): Promise<string> {
  if (!state.spec.salvage || !isSoftEnd(outcome.stopReason)) return '';
  const { gate } = state;
  // One call may sum up what was found; it makes no tool call, so their limit does not forbid it.
  gate.ended = undefined;
  state.meter.toolLimitHit = undefined;
  let text: unknown;
  try {
    const { salvage } = state.spec;
    text = await untilLeft(
      state,
      () => salvage(run),
      async () => (await gate.join()) !== undefined,
    );
  } catch {
    // What it cannot say, the rules say. What is not an end of the run is at the gate.
  }
  await gate.join();
  const { ended } = gate;
  const isEnd = ended instanceof Ended && ended.end.kind === 'stop';
  if (ended !== undefined && !isEnd) throw ended;
  return typeof text === 'string' ? text : '';
}

async function withStoredAnswer<Answer>(
  spec: RunSpec<Answer>,
  result: RunResult<Json>,
): Promise<RunResult<Answer>> {
  if (result.status !== 'solved') return result;
  const { answer, ...rest } = result;
  const check = (await checkAnswer(spec, answer)) ?? { ok: true, value: answer as Answer };
  if (check.ok) return { ...rest, answer: check.value };
  const reason = `The stored answer does not fit: ${check.message}`;
  return { ...rest, status: 'failed', stopReason: 'error', reason };
}
