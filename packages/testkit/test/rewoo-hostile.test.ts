import { journalFromEvents, type RunOptions } from '@loopwright/agent-run';
import { runRewoo } from '@loopwright/rewoo';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  compare,
  createFakeClock,
  createHostileOracle,
  createWorld,
  type HostileOracle,
  hostileLimits,
  hostileToolNames,
  hostileTools,
  type Lived,
  ledgerFaults,
  live,
  oracleMoods,
  type Scenario,
  seededRandom,
} from '../src/index.ts';
import { planningModel } from './rewoo-support.ts';

type Options = { planRepairs: number; answerRepairs: number; approve?: RunOptions['approve'] };

/** A ReWOO run about which everything follows from its number. */
function hostileRewoo(index: number) {
  const seed = `rewoo ${index}`;
  const random = seededRandom(seed);
  const mood = random.pick(oracleMoods);
  const options: Options = {
    planRepairs: random.pick([0, 0, 1, 2]),
    answerRepairs: random.pick([0, 0, 1, 2]),
    approve: random.pick([undefined, async (asks) => asks.map(() => true)]),
  };
  const limits = {
    ...hostileLimits,
    maxCallsPerStep: 1 + random.whole(5),
    waveConcurrency: 1 + random.whole(4),
    ...(random.chance(0.1) ? { maxTokens: random.whole(300) } : {}),
  };
  const oracles: HostileOracle[] = [];
  const scenario: Scenario = {
    name: seed,
    run({ runtime, world, onEvent }) {
      const oracle = createHostileOracle({ seed, mood, tools: hostileToolNames });
      oracles.push(oracle);
      return runRewoo({
        task: `Task of ${seed}`,
        model: planningModel(oracle),
        tools: createToolRegistry({ tools: hostileTools(world) }),
        now: createFakeClock().now,
        ...options,
        limits,
        runtime,
        onEvent,
      });
    },
  };
  return { scenario, options, oracles, random };
}

function checkRun({ result, events, world, error }: Lived, options: Options) {
  if (!result) throw new Error(`a run rejected: ${String(error)}`);
  const { counts, bounds, stopReason, steps, reason, partial } = result;
  const { planner = 0, solver = 0 } = counts.modelCalls;
  expect(planner).toBeLessThanOrEqual(1 + options.planRepairs);
  expect(solver).toBeLessThanOrEqual(1 + options.answerRepairs);
  expect(bounds.modelCalls).toBe(2 + options.planRepairs + options.answerRepairs);
  expect(counts.toolCalls.ok + counts.toolCalls.failed).toBeLessThanOrEqual(bounds.toolCalls);
  const hasPlan = events.some((event) => event.type === 'note' && event.name === 'plan');
  if (!hasPlan) expect([solver, steps]).toEqual([0, []]);
  const isAnswered = ['final', 'incomplete_evidence', 'gave_up'].includes(stopReason);
  if (isAnswered) expect([hasPlan, solver > 0]).toEqual([true, true]);
  if (isAnswered && options.planRepairs + options.answerRepairs === 0) {
    expect(counts.modelCalls).toEqual({ planner: 1, solver: 1 });
  }
  if (stopReason === 'incomplete_evidence') {
    const [, cause] = /^(E\d+), /.exec(reason)!;
    expect(partial.text).toContain(`because ${cause} failed`);
  }
  expect(reason).not.toBe('');
  expect(ledgerFaults(result, world)).toEqual([]);
  return result;
}

const sessionId = 'session';
const meantToBeReached = ['final', 'incomplete_evidence', 'error', 'budget', 'awaiting_approval'];

async function liveThrough(index: number): Promise<string> {
  const { scenario, options, oracles, random } = hostileRewoo(index);
  const whole = await live(scenario, { sessionId }, createWorld());
  const { stopReason } = checkRun(whole, options);

  const world = createWorld();
  const diesAt = random.whole(whole.record().entries.length);
  const first = await live(scenario, { sessionId }, world, { diesAt });
  const stored = first.record();
  const second = await live(scenario, stored, world);
  expect(compare(whole, first, second, stored).faults).toEqual([]);

  const asked = oracles.length;
  const replayWorld = createWorld();
  const replay = await live(scenario, journalFromEvents(whole.events), replayWorld);
  expect(replay.result).toEqual(whole.result);
  expect(replay.told).toEqual(whole.told);
  expect([oracles[asked]?.calls, replayWorld.starts]).toEqual([0, 0]);

  const atSeq = random.whole(whole.events.length + 1);
  const forked = journalFromEvents(whole.events, { atSeq, sessionId });
  const fork = await live(scenario, forked, createWorld());
  expect(fork.result).toBeDefined();
  const { seq } = forked.forkOf!;
  expect(fork.told.slice(1, seq)).toEqual(whole.told.slice(1, seq));
  return stopReason;
}

describe('hostile ReWOO runs, each cut, resumed, replayed and forked', () => {
  it.each([0, 100, 200])(
    'W1, W3, R12: runs %i and following end within their bounds and are the same again',
    async (from) => {
      const runs = Array.from({ length: 100 }, (_, index) => liveThrough(from + index));
      const ends = await Promise.all(runs);
      expect([...new Set(ends)]).toEqual(expect.arrayContaining(meantToBeReached));
    },
    60_000,
  );
});
