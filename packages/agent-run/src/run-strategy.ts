import type { Json } from '@loopwright/core-parser';
import { checkAnswer } from './check-answer.ts';
import { checkSpec } from './check-spec.ts';
import { createRun } from './create-run.ts';
import { Ended, stop } from './ended.ts';
import { finishRun, suspendRun } from './finish-run.ts';
import { flagLostApprovals } from './flag-lost-approvals.ts';
import { holdRuntime } from './held-runtime.ts';
import { openSession } from './open-session.ts';
import type { RunResult } from './result.ts';
import type { Run } from './run.ts';
import { type Fitting, runBody } from './run-body.ts';
import type { Outcome, RunSpec } from './run-spec.ts';
import { salvage } from './salvage.ts';

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
  checked: ReturnType<typeof checkSpec>,
  body: (run: Run) => Promise<Outcome>,
): Promise<RunResult<Answer>> {
  const { runtime, release } = holdRuntime(spec.runtime);
  try {
    return await runHeld({ ...spec, runtime }, checked, body);
  } finally {
    await release();
  }
}

async function runHeld<Answer>(
  spec: RunSpec<Answer>,
  { limits, bounds, place }: ReturnType<typeof checkSpec>,
  body: (run: Run) => Promise<Outcome>,
): Promise<RunResult<Answer>> {
  const opened = await openSession(spec, limits, bounds, place);
  if ('stored' in opened) return withStoredAnswer(spec, opened.stored);
  const { state } = opened;
  flagLostApprovals(state);
  const run = createRun(state);
  let fitting: Fitting<Answer>;
  let salvaged: string;
  try {
    fitting = await runBody(spec, state, run, body);
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
