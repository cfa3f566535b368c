import { journalFromEvents } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { loopGuard } from '@loopwright/loop-detector';
import { type GoalOptions, type NewTask, runGoal } from '@loopwright/planner';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  compare,
  createHostileOracle,
  createWorld,
  describeStrategyContract,
  hostileLimits,
  hostileToolNames,
  hostileTools,
  ledgerFaults,
  live,
  type Random,
  type Scenario,
  seededRandom,
} from '../src/index.ts';
import { planning, tasksText } from './planner-support.ts';

const goal = 'Find out.';

/** Tasks of which the last waits for two that wait for the first. */
const diamond = (): NewTask[] =>
  Object.entries({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] }).map(([id, dependsOn]) => ({
    id,
    description: `Do ${id}`,
    dependsOn,
  }));

/** Every task is one call of a hostile tool, another one at each attempt. */
const hostileExecute: GoalOptions['execute'] = {
  toCall: ({ id, description, attempts }) => {
    const random = seededRandom(`${id} ${description} ${attempts}`);
    if (random.chance(0.05)) throw new Error('no call comes to mind');
    return { tool: random.pick(hostileToolNames), args: { a: random.whole(7) } };
  },
};

const way = (): NewTask[] => [{ id: 'way', description: 'Take another way' }];

describeStrategyContract('runGoal', ({ model, ...options }) =>
  runGoal({
    ...options,
    goal,
    decompose: 'model',
    model: planning(model, tasksText),
    execute: hostileExecute,
  }),
);

describeStrategyContract('runGoal, lazily, going back', ({ model, ...options }) =>
  runGoal({
    ...options,
    goal,
    decompose: 'model',
    expand: 'next',
    model: planning(model, tasksText),
    execute: hostileExecute,
    guards: [loopGuard()],
    alternatives: way,
  }),
);

describe('200 hostile goal runs', () => {
  it('N2, N3, N6, R2, R12: end within their bounds, tell the truth, and go on when cut, replayed or forked', async () => {
    const stops = new Set<string>();
    let restores = 0;
    for (let index = 0; index < 200; index++) {
      const random = seededRandom(`goal ${index}`);
      const options = randomOptions(random);
      const scenario: Scenario = {
        name: `goal ${index}`,
        run: ({ runtime, world, onEvent }) => {
          const oracle = createHostileOracle({
            seed: `goal ${index}`,
            mood: 'busy',
            tools: hostileToolNames,
          });
          return runGoal({
            goal: `Goal ${index}`,
            tools: createToolRegistry({ tools: hostileTools(world) }),
            model: planning(oracle, tasksText),
            approve: async (pending) =>
              pending.map(({ call }) => JSON.stringify(call.args) !== '{"a":4}'),
            now: () => 0,
            ...options,
            runtime,
            onEvent,
          });
        },
      };
      const whole = await live(scenario, { sessionId: 'session' }, createWorld());
      const { result, events, world } = whole;
      if (!result) throw whole.error;
      stops.add(result.stopReason);
      restores += events.filter(
        (event) => event.type === 'note' && event.name === 'restore',
      ).length;
      const { planner: calls = 0 } = result.counts.modelCalls;
      expect(calls).toBeLessThanOrEqual(result.bounds.perRole.planner ?? 0);
      const { ok, failed } = result.counts.toolCalls;
      expect(ok + failed).toBeLessThanOrEqual(result.bounds.toolCalls);
      expect(ledgerFaults(result, world)).toEqual([]);
      expect(result.reason).not.toMatch(/^The strategy threw/);
      const cut = random.whole(whole.record().entries.length);
      const first = await live(scenario, { sessionId: 'session' }, createWorld(), { diesAt: cut });
      const second = await live(scenario, first.record(), first.world);
      expect(compare(whole, first, second, first.record()).faults).toEqual([]);
      const replayed = await live(scenario, journalFromEvents(events), createWorld());
      expect(replayed.told).toEqual(whole.told);
      expect(replayed.world.starts).toBe(0);
      const atSeq = random.whole(events.length + 1);
      const fork = await live(
        scenario,
        journalFromEvents(events, { atSeq, sessionId: 'fork' }),
        createWorld(),
      );
      expect(fork.error).toBeUndefined();
    }
    for (const stop of ['final', 'unrecoverable', 'budget']) expect(stops).toContain(stop);
    expect(restores).toBeGreaterThan(10);
  }, 60_000);
});

function randomOptions(random: Random): Omit<GoalOptions, 'goal'> {
  const works = random.chance(0.3);
  return {
    limits: { ...hostileLimits, maxToolCalls: 4 + random.whole(20) },
    execute: works ? (task) => hostileWork(task) : hostileExecute,
    decompose: random.pick(['model', 'model', diamond] as const),
    expand: random.pick(['all', 'next'] as const),
    maxAttempts: 1 + random.whole(2),
    ...(random.chance(0.8) ? { alternatives: way, maxRestores: random.whole(3) } : {}),
    ...(random.chance(0.3)
      ? { guards: [loopGuard({ stopAfterRepeats: 3, hintAfterRepeats: 2 })] }
      : {}),
  };
}

/** Throws, gives what is no JSON, or never answers, by the task alone. */
function hostileWork({ id, attempts }: { id: string; attempts: number }): Json | Promise<Json> {
  const random = seededRandom(`work ${id} ${attempts}`);
  return random.pick<() => Json | Promise<Json>>([
    () => id,
    () => id,
    () => ({ id, deep: [1, null] }),
    () => undefined as unknown as Json,
    () => {
      throw undefined;
    },
    () => Promise.reject(new Error('down')),
    () => new Promise<never>(() => {}),
  ])();
}
