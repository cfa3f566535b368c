import type { Run } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import {
  type CheckpointPriority,
  checkpointPriorities,
  type NewCheckpoint,
  type RestoredCheckpoint,
} from '../checkpoint.ts';
import {
  type CheckpointMoment,
  type CheckpointPolicy,
  checkpointPriority,
  checkpointToRestore,
} from '../checkpoint-policy.ts';
import { createCheckpointStore } from '../checkpoint-store.ts';
import type { GoalState } from '../goal-state.ts';
import type { TaskGraphJson } from '../task-graph-json.ts';
import { EffectSequence, type RunEffect } from './effect-sequence.ts';
import type { GoalCheckpointOptions, GoalOptions } from './goal-options.ts';
import { type CountedOptions, goalSettings } from './goal-settings.ts';
import type { Snapshot } from './pursuit.ts';
import { settleIo } from './settle-io.ts';
import type { Trouble } from './trouble.ts';

/** A state that a run goes back to, with the effects that happened since. */
export type RestoredGoal = RestoredCheckpoint<TaskGraphJson<Json>, GoalState, RunEffect>;

type NewGoalCheckpoint = NewCheckpoint<TaskGraphJson<Json>, GoalState>;

/** The session in the store that a run has for itself. */
const ownSession = 'run';

/**
 * The states that a run can go back to (N6), with the number of steps before them as `seq`. A run keeps them itself, so that
 * it can go back whatever became of the caller's store, and in another life as well; that store gets a copy of each.
 */
export class GoalCheckpoints {
  readonly #run: Run;
  readonly #policy: CheckpointPolicy;
  readonly #store: GoalCheckpointOptions['store'];
  /** In the caller's store. */
  readonly #sessionId: string;
  readonly #effects: EffectSequence;
  readonly #kept = createCheckpointStore<TaskGraphJson<Json>, GoalState>({ now: () => 0 });

  constructor(run: Run, options: CountedOptions & Pick<GoalOptions, 'runtime'>) {
    const { checkpoints, runtime } = options;
    this.#run = run;
    this.#policy = goalSettings(options).policy;
    this.#store = checkpoints?.store;
    this.#sessionId = checkpoints?.sessionId ?? runtime?.sessionId ?? '';
    this.#effects = new EffectSequence(run);
  }

  /** To be called behind every step, before anything is kept. */
  endStep(): void {
    this.#effects.update();
  }

  /** Keeps the state, if the policy says so at one of these moments; the highest of their priorities counts. */
  async keepAt(
    moments: readonly CheckpointMoment[],
    snapshot: Snapshot,
    label: string,
  ): Promise<void> {
    const wanted = moments.map((moment) => checkpointPriority(moment, this.#policy));
    const priority = checkpointPriorities.findLast((each) => wanted.includes(each));
    if (priority !== undefined) await this.keep(snapshot, priority, label);
  }

  async keep(
    { plan, goalState }: Snapshot,
    priority: CheckpointPriority,
    label: string,
  ): Promise<void> {
    const state = { plan, goalState, seq: this.#run.steps.length, priority, label };
    await this.#kept.save({ ...state, sessionId: ownSession });
    await this.#copyToStore(state);
    this.#run.note('checkpoint', { label, priority, seq: state.seq });
  }

  /** The state to go back to for a trouble. */
  async restoreFor({ kind, since }: Trouble): Promise<RestoredGoal | undefined> {
    const checkpoint = checkpointToRestore(
      await this.#kept.list(ownSession),
      kind === 'subtask_failed' ? { kind, hasAlternative: true } : { kind, since },
    );
    return checkpoint && this.#kept.restore(checkpoint.id, this.#effects.all());
  }

  /** A store that fails is no reason to end the run. */
  async #copyToStore(state: Omit<NewGoalCheckpoint, 'sessionId'>): Promise<void> {
    const store = this.#store;
    if (store === undefined) return;
    const sessionId = this.#sessionId;
    const result = await settleIo(this.#run, 'checkpoint', async () => {
      const { saved } = await store.save({ ...state, sessionId });
      return saved;
    });
    if (result.ok && result.value === true) return;
    const why = result.ok ? 'the store has no room' : `${result.type}: ${result.message}`;
    this.#run.flag('checkpoint', `"${state.label}" could not be stored: ${why}`);
  }
}
