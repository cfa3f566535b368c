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

/** How many sessions are remembered; of others the stores are asked again. */
const maxRemembered = 10_000;

/**
 * Checkpoints of short sessions in one store and those of long ones in another (N7): nothing of a session is written to `late`
 * before its first checkpoint is `afterMs` old, and everything after that is. What was early stays where it is, and is lost with
 * a process that keeps it in memory. A session that `late` knows from an earlier process goes on there at once. The start of
 * the 10,000 sessions that saved last is remembered; that of another is found in the stores, so that one whose early checkpoints
 * are all gone begins anew.
 *
 * An id is the id of the store with `early/` or `late/` before it, so that the ids of two stores are never taken for each other
 * and only one of them is asked. A list has the order of `savedAt`. The limits are those of each store for itself. What a store
 * rejects with is passed on; a checkpoint that cannot be meant is rejected by `save` with `invalid_options`, the code of every
 * such store.
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
  /** When each session first wanted to save a checkpoint, the one that saved last at the end. */
  const startedAt = new Map<string, number>();

  const listBoth = (sessionId: string) =>
    Promise.all([early.list(sessionId), late.list(sessionId)]);
  const tierOf = (firstAt: number): Tier => (now() - firstAt >= afterMs ? 'late' : 'early');
  const findStart = async (sessionId: string): Promise<number> => {
    const at = now();
    const [[first], [firstLate]] = await listBoth(sessionId);
    if (firstLate) return Number.NEGATIVE_INFINITY;
    return startedAt.get(sessionId) ?? first?.savedAt ?? at;
  };
  const remember = (sessionId: string, start: number): void => {
    startedAt.delete(sessionId);
    startedAt.set(sessionId, start);
    const [longestSilent] = startedAt.keys();
    if (startedAt.size > maxRemembered) startedAt.delete(longestSilent!);
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
      remember(sessionId, start);
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
    async list(sessionId) {
      const [fromEarly, fromLate] = await listBoth(sessionId);
      return [
        ...fromEarly.map((checkpoint) => named('early', checkpoint)),
        ...fromLate.map((checkpoint) => named('late', checkpoint)),
      ].sort((left, right) => left.savedAt - right.savedAt);
    },
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
