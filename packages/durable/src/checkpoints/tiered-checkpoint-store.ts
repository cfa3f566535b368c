import {
  checkCount,
  checkFunctions,
  checkNames,
  hasFunctions,
  isObject,
  mustBe,
} from '@loopwright/agent-run/option-checks';
import {
  type Checkpoint,
  type CheckpointSaving,
  type CheckpointStore,
  checkNewCheckpoint,
  copyState,
  createCheckpointStore,
  type GoalState,
} from '@loopwright/planner';

/** Options of {@link createTieredCheckpointStore}. */
export type TieredCheckpointStoreOptions<Plan, Goal = GoalState> = {
  /** Where the checkpoints of a session go at first. Default a store in memory, `createCheckpointStore()` of the planner. */
  early?: CheckpointStore<Plan, Goal> | undefined;
  /** Where they go later: `createRedisCheckpointStore` or `createSqliteCheckpointStore`. */
  late: CheckpointStore<Plan, Goal>;
  /** Age of the first checkpoint of a session from which on `late` is used, in milliseconds. Default 300,000. */
  afterMs?: number | undefined;
  /** The clock, in milliseconds since 1970, that of both stores. Default `Date.now`. */
  now?: (() => number) | undefined;
};

type Tier = 'early' | 'late';

/**
 * Checkpoints of short sessions in one store and those of long ones in another (N7): nothing of a session is written to `late`
 * before its first checkpoint is `afterMs` old, and everything after that is. What was early stays where it is, and is lost with
 * a process that keeps it in memory. A session that `late` knows from an earlier process goes on there.
 *
 * An id is the id of the store with `early/` or `late/` before it, so that the ids of two stores are never taken for each other
 * and only one of them is asked. The limits are those of each store for itself. What a store rejects with is passed on.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function createTieredCheckpointStore<Plan, Goal = GoalState>(
  options: TieredCheckpointStoreOptions<Plan, Goal>,
): CheckpointStore<Plan, Goal> {
  checkOptions(options);
  const { late, afterMs = 300_000, now = Date.now } = options;
  const { early = createCheckpointStore<Plan, Goal>({ now }) } = options;
  const tiers: Record<Tier, CheckpointStore<Plan, Goal>> = { early, late };
  /** When each session first wanted to save a checkpoint, until it ends. */
  const startedAt = new Map<string, number>();

  const list = async (sessionId: string): Promise<Checkpoint[]> => {
    const lists = await Promise.all([early.list(sessionId), late.list(sessionId)]);
    return (['early', 'late'] as const).flatMap((tier, index) =>
      lists[index]!.map((checkpoint) => named(tier, checkpoint)),
    );
  };
  const tierOf = (firstAt: number): Tier => (now() - firstAt >= afterMs ? 'late' : 'early');
  const findStart = async (sessionId: string): Promise<number> => {
    const at = now();
    const [first] = await list(sessionId);
    const start = startedAt.get(sessionId) ?? first?.savedAt ?? at;
    startedAt.set(sessionId, start);
    return start;
  };

  return {
    async save(checkpoint) {
      const { sessionId } = checkNewCheckpoint(checkpoint);
      let start = startedAt.get(sessionId);
      let given = checkpoint;
      if (start === undefined) {
        // The caller may change the state while the stores are asked.
        const plan = copyState(checkpoint.plan, 'plan').copy;
        const goalState = copyState(checkpoint.goalState, 'goalState').copy;
        given = { ...checkpoint, plan, goalState };
        start = await findStart(sessionId);
      }
      const tier = tierOf(start);
      return namedSaving(tier, await tiers[tier].save(given));
    },
    async restore(id, effects) {
      const [, tier, inner] = /^(early|late)\/(.*)$/s.exec(id) ?? [];
      if (tier === undefined || inner === undefined) return undefined;
      const restored = await tiers[tier as Tier].restore(inner, effects);
      if (restored === undefined) return undefined;
      return { ...restored, checkpoint: named(tier as Tier, restored.checkpoint) };
    },
    list,
    async endSession(sessionId) {
      startedAt.delete(sessionId);
      await Promise.all([early.endSession(sessionId), late.endSession(sessionId)]);
    },
  };
}

function named(tier: Tier, checkpoint: Checkpoint): Checkpoint {
  return { ...checkpoint, id: `${tier}/${checkpoint.id}` };
}

function namedSaving(tier: Tier, saving: CheckpointSaving): CheckpointSaving {
  if (!saving.saved) return saving;
  const evicted = saving.evicted.map((checkpoint) => named(tier, checkpoint));
  return { saved: true, checkpoint: named(tier, saving.checkpoint), evicted };
}

function checkOptions(options: object): void {
  mustBe(isObject(options), 'The options', 'an object with a store late', options);
  checkNames(options, ['early', 'late', 'afterMs', 'now']);
  const isStore = hasFunctions('save', 'restore', 'list', 'endSession');
  const { early, late } = options;
  mustBe(early === undefined || isStore(early), 'early', 'a store of checkpoints', early);
  mustBe(isStore(late), 'late', 'a store of checkpoints', late);
  checkCount(options, 'afterMs', 0);
  checkFunctions(options, ['now']);
}
