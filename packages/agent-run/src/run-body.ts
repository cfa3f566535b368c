import { describeError } from '@loopwright/tool-registry';
import { checkAnswer } from './check-answer.ts';
import { Ended, stop } from './ended.ts';
import { readOutcome } from './read-outcome.ts';
import type { Run } from './run.ts';
import type { Outcome, RunSpec } from './run-spec.ts';
import type { RunState } from './run-state.ts';
import { untilLeft } from './until-left.ts';

/** An outcome, and its answer, if it has one, as the check of the caller reads it. */
export type Fitting<Answer> = { outcome: Outcome; answer?: Answer };

/** Runs the body; ends become outcomes, all but those that are not ends (suspended, detached, the runtime's own). */
async function endOfBody(
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
    ? { stopReason: 'goal_achieved', answer: end.answer ?? null, text: end.text }
    : ({
        stopReason: end.stopReason,
        text: end.text,
        ...(end.cause ? { cause: end.cause } : {}),
      } as Outcome);
}

/** The outcome of the body, or `error` when its answer does not fit. */
export async function runBody<Answer>(
  spec: RunSpec<Answer>,
  state: RunState,
  run: Run,
  body: (run: Run) => Promise<Outcome>,
): Promise<Fitting<Answer>> {
  const outcome = await endOfBody(state, run, body);
  if (!('answer' in outcome)) return { outcome };
  const { answer, thought } = outcome;
  const said = thought === undefined ? {} : { thought };
  try {
    const check = await untilLeft(state, () => checkAnswer(spec, answer, state.session.signal));
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
