import {
  type Outcome,
  type Run,
  type RunHandle,
  type RunResult,
  runStrategy,
  startStrategy,
} from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { RequiredSchema } from '../answer-schema.ts';
import type { CheckpointMoment } from '../checkpoint-policy.ts';
import { joinSubtasks } from '../count-subtasks.ts';
import { bookFailures, bookSuccesses } from './book-wave.ts';
import { conclude } from './conclude.ts';
import { goBack } from './go-back.ts';
import { GoalCheckpoints } from './goal-checkpoints.ts';
import type { GoalOptions } from './goal-options.ts';
import { goalSettings } from './goal-settings.ts';
import { goalSpec } from './goal-spec.ts';
import { openGoal } from './open-goal.ts';
import { reportProgress, snapshotOf } from './pursuit.ts';
import { createSplitter } from './splitter.ts';
import { StopDeferral } from './stop-deferral.ts';
import { TaskExpander } from './task-expander.ts';
import { effectOf, performWave, planWave, widthOf } from './task-wave.ts';
import { failureTrouble, guardTrouble } from './trouble.ts';

/**
 * Splits a goal into tasks and has each done by whatever `execute` is, in the order of what they need, independent ones
 * together (N2, N3). What the last task gives, or what `combine` makes of all, is the answer.
 *
 * @throws ConfigurationError (as a rejection, before anything ran) for options that cannot be right.
 */
export async function runGoal<Answer = Json>(
  options: GoalOptions<Answer> & RequiredSchema<Answer>,
): Promise<RunResult<Answer>> {
  const deferral = new StopDeferral();
  return runStrategy(goalSpec(options, deferral), (run) => pursue(run, options, deferral));
}

/**
 * Starts the same run and gives a handle with its events, its result, `cancel` and `detach`.
 *
 * @throws ConfigurationError at once for whatever can be seen in the options themselves. What only the opening of the
 * run can tell (prices against the limits of a parent, a journal of another run) rejects `result`.
 */
export function startGoal<Answer = Json>(
  options: GoalOptions<Answer> & RequiredSchema<Answer>,
): RunHandle<Answer> {
  const deferral = new StopDeferral();
  return startStrategy(goalSpec(options, deferral), (run) => pursue(run, options, deferral));
}

async function pursue<Answer>(
  run: Run,
  options: GoalOptions<Answer>,
  deferral: StopDeferral,
): Promise<Outcome> {
  const { execute, alternatives } = options;
  const settings = goalSettings(options);
  const splitter = createSplitter(run, options);
  const expander = new TaskExpander(run, splitter, settings.expand);
  const checkpoints = new GoalCheckpoints(run, options);
  const width = widthOf(execute, run, settings.maxCallsPerStep);
  let pursuit = await openGoal(run, splitter, settings.graph);
  await expander.expandAll(pursuit);
  deferral.begin(settings.maxRestores > 0);
  // Whatever the policy, as another way for the first task can be taken only from here.
  if (settings.maxRestores > 0) await checkpoints.keep(snapshotOf(pursuit), 'high', 'the start');
  let restores = 0;
  let restoredAfter = 0;

  for (;;) {
    reportProgress(run, pursuit);
    const tasks = await expander.nextTasks(pursuit, width);
    if (tasks.length === 0) return conclude(run, pursuit, options);
    if (run.steps.length >= settings.maxSteps) return stepLimit(settings.maxSteps);
    const wave = planWave(run, pursuit, tasks, execute);
    const ids = joinSubtasks(wave.tasks.map(({ id }) => id));
    const risk = { kind: 'before_call', effect: effectOf(run, wave) } as const;
    await checkpoints.keepAt([risk], snapshotOf(pursuit), `before ${ids}`);
    const observations = await performWave(run, pursuit, wave, execute);
    const done = bookSuccesses(pursuit, wave, observations, run.steps.length + 1);
    // What failed is still to be done there, so that it can be done in another way.
    const snapshot = snapshotOf(pursuit);
    const failed = bookFailures(pursuit, wave, observations);
    reportProgress(run, pursuit);
    deferral.update(pursuit);
    const thought = wave.tasks.map(({ description }) => description).join('\n');
    const step = await run.judge({ thought, calls: wave.calls, observations, subtask: ids });
    checkpoints.endStep();
    const label = done.length === 0 ? `step ${step.n}` : `after ${joinSubtasks(done)}`;
    await checkpoints.keepAt(momentsAfter(step.n, done), snapshot, label);

    // A goal that is completed has its answer, whatever a guard says of the step that completed it (R17).
    if (pursuit.graph.status === 'completed') continue;
    const deferred = guardTrouble(run, step, pursuit, restoredAfter);
    const trouble = deferred ?? failureTrouble(failed, step.n);
    if (trouble === undefined) continue;
    const canGoBack = alternatives !== undefined && restores < settings.maxRestores;
    const means = { checkpoints, expander, findAlternatives: alternatives! };
    const restored = canGoBack ? await goBack(run, pursuit, trouble, means) : undefined;
    if (restored !== undefined) {
      pursuit = restored;
      restores += 1;
      restoredAfter = step.n;
    } else if (deferred !== undefined) {
      return { stopReason: deferred.kind, text: deferred.text };
    }
  }
}

function stepLimit(maxSteps: number): Outcome {
  return { stopReason: 'max_steps', text: `The limit of ${maxSteps} steps was reached` };
}

function momentsAfter(iteration: number, done: readonly string[]): CheckpointMoment[] {
  const passed = { kind: 'iteration', n: iteration } as const;
  return done.length === 0 ? [passed] : [passed, { kind: 'subtask_completed' }];
}
