import { defineAgentTool, journalFromEvents } from '@loopwright/agent-run';
import { type PlanExecuteOptions, planExecuteBounds, runPlanExecute } from '@loopwright/planner';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  anyArguments,
  compare,
  conversationOf,
  createHostileOracle,
  createWorld,
  cutEverywhere,
  describeStrategyContract,
  hostileLimits,
  hostileToolNames,
  hostileTools,
  type Life,
  ledgerFaults,
  live,
  pureModel,
  type Scenario,
  seededRandom,
} from '../src/index.ts';
import { planning, planText } from './planner-support.ts';
import { bankTools, call, helperTool, turns } from './support.ts';

const task = 'Find out.';

describeStrategyContract('runPlanExecute', ({ model, tools, ...options }) => {
  const planner = planning(model, (random) => planText(random, [...tools.tools.keys()]));
  return runPlanExecute({ ...options, tools, task, model: planner });
});

describeStrategyContract('runPlanExecute with a horizon', ({ model, tools, ...options }) => {
  const planner = planning(model, (random) => planText(random, [...tools.tools.keys()]));
  return runPlanExecute({ ...options, tools, task, model: planner, horizon: 2, maxReplans: 3 });
});

/** A plan as a model writes it. */
function plan(...steps: readonly [id: string, tool: string, args?: object][]): string {
  return JSON.stringify({ plan: steps.map(([id, tool, args = {}]) => ({ id, tool, args })) });
}

/** A planner that writes its plans in turn, by how many of them the request says have failed or stopped. */
function planner(...plans: readonly string[]) {
  return pureModel((request) => {
    const before = new Set(conversationOf(request).match(/plan \d+/gi)).size;
    return plans[Math.min(before, plans.length - 1)]!;
  });
}

/** One life of a run over the ordinary tools. */
function life(
  { runtime, world, onEvent }: Life,
  options: Omit<PlanExecuteOptions, 'task' | 'tools'>,
  more: Parameters<typeof createToolRegistry>[0]['tools'] = [],
) {
  const tools = createToolRegistry({ tools: [...bankTools(world), ...more] });
  return runPlanExecute({ task, tools, now: () => 0, ...options, runtime, onEvent });
}

describe('a plan-execute run that is cut', () => {
  it('N1, PLAN-021: goes on as if nothing had happened; a payment is made once, and an unknown one is said to be', async () => {
    const first = plan(
      ['E1', 'transfer', { eur: 5 }],
      ['E2', 'pay', { eur: 6 }],
      ['E3', 'broken', { of: '#E1' }],
    );
    const second = plan(
      ['E1', 'transfer', { eur: 5 }],
      ['E2', 'search', { q: '#E1' }],
      ['E3', 'add', { x: 1, y: 2 }],
    );
    const model = planner(first, second);
    for (const resumeFrom of ['record', 'events'] as const) {
      const scenario: Scenario = { name: 'pay', run: (one) => life(one, { model }) };
      const { faults, result, world, unknownCuts } = await cutEverywhere(scenario, { resumeFrom });
      expect(faults).toEqual([]);
      expect(unknownCuts).toBeGreaterThan(0);
      expect(result).toMatchObject({
        status: 'solved',
        answer: 3,
        counts: { modelCalls: { planner: 2 } },
      });
      expect(world.commits).toEqual(['transfer {"eur":5}', 'pay {"eur":6}']);
    }
  });

  it('N8: with a horizon, too', async () => {
    const model = planner(
      plan(['E1', 'search', { q: 'a' }], ['E2', 'pay', { eur: 1 }]),
      plan(['E1', 'pay', { eur: 2 }], ['E2', 'search', { q: '#E1' }]),
      plan(['E1', 'add', { x: 3, y: 4 }]),
    );
    const scenario: Scenario = { name: 'horizon', run: (one) => life(one, { model, horizon: 1 }) };
    const { faults, result, world } = await cutEverywhere(scenario);
    expect(faults).toEqual([]);
    expect(result).toMatchObject({ answer: 7, counts: { modelCalls: { planner: 3 } } });
    expect(world.commits).toEqual(['pay {"eur":2}']);
  });

  it('N1: a sub-agent as a step of a plan has its budget, and is cut like everything else', async () => {
    const model = planner(plan(['E1', 'helper', { q: 'tides' }], ['E2', 'search', { q: '#E1' }]));
    const scenario: Scenario = {
      name: 'sub-agent',
      run: (one) => life(one, { model }, [helperTool(one.world, turns(call('pay', { eur: 1 })))]),
    };
    const { faults, result, world } = await cutEverywhere(scenario);
    expect(faults).toEqual([]);
    expect(result).toMatchObject({ answer: 'fact about done', counts: { childModelCalls: 2 } });
    expect(result.bounds.children).toBe(50 * 5);
    expect(world.commits).toEqual(['pay {"eur":1}']);
  });

  it('N1: as a sub-agent itself, it keeps its place in the journal of its parent', async () => {
    const inner = planner(
      plan(['E1', 'broken']),
      plan(['E1', 'pay', { eur: 3 }], ['E2', 'search', { q: '#E1' }]),
    );
    const outer = planner(plan(['E1', 'nested', { q: 'x' }]));
    const nested = (one: Life) => {
      const tools = createToolRegistry({ tools: bankTools(one.world) });
      const options = { task: 'Inside.', model: inner, tools };
      return defineAgentTool({
        name: 'nested',
        description: 'Plans by itself.',
        input: anyArguments,
        bounds: { modelCalls: planExecuteBounds(options).modelCalls },
        agent: (_args, parent) => runPlanExecute({ ...options, parent }),
      });
    };
    const scenario: Scenario = {
      name: 'nested',
      run: (one) => life(one, { model: outer }, [nested(one)]),
    };
    const { faults, result } = await cutEverywhere(scenario);
    expect(faults).toEqual([]);
    expect(result).toMatchObject({
      status: 'solved',
      answer: 'fact about paid',
      counts: { childModelCalls: 2 },
    });
  });
});

describe('200 hostile plan-execute runs', () => {
  it('N1, R2, R3: end within their bounds with 1 + replans + continuations calls, tell the truth, and go on when cut or forked', async () => {
    const stops = new Set<string>();
    for (let index = 0; index < 200; index++) {
      const random = seededRandom(`plan-execute ${index}`);
      const horizon = random.pick(['all', 'all', 1, 2] as const);
      const maxReplans = random.whole(4);
      const maxToolCalls = 3 + random.whole(12);
      const mood = random.pick(['chaotic', 'busy', 'stubborn'] as const);
      const scenario: Scenario = {
        name: `plan-execute ${index}`,
        run: ({ runtime, world, onEvent }) => {
          const oracle = createHostileOracle({
            seed: `plan ${index}`,
            mood,
            tools: hostileToolNames,
          });
          return runPlanExecute({
            task: `Task ${index}`,
            model: planning(oracle, (each) => planText(each, hostileToolNames)),
            tools: createToolRegistry({ tools: hostileTools(world) }),
            limits: { ...hostileLimits, maxToolCalls },
            approve: async (pending) => pending.map(() => true),
            horizon,
            maxReplans,
            now: () => 0,
            runtime,
            onEvent,
          });
        },
      };
      const whole = await live(scenario, { sessionId: 'session' }, createWorld());
      const { result, events, world } = whole;
      if (!result) throw whole.error;
      stops.add(result.stopReason);
      const { planner: calls = 0 } = result.counts.modelCalls;
      const notes = events.flatMap((event) => (event.type === 'note' ? [event.name] : []));
      const replans = notes.filter((name) => name === 'replan').length;
      expect(replans).toBeLessThanOrEqual(maxReplans);
      expect(calls).toBeLessThanOrEqual(result.bounds.perRole.planner!);
      if (horizon === 'all' && ['final', 'max_replans'].includes(result.stopReason)) {
        expect(calls).toBe(1 + replans);
      }
      expect(ledgerFaults(result, world)).toEqual([]);
      expect(result.reason).not.toMatch(/^The strategy threw/);
      const cut = random.whole(whole.record().entries.length);
      const first = await live(scenario, { sessionId: 'session' }, createWorld(), { diesAt: cut });
      const second = await live(scenario, first.record(), first.world);
      expect(compare(whole, first, second, first.record()).faults).toEqual([]);
      const atSeq = random.whole(events.length + 1);
      const fork = await live(
        scenario,
        journalFromEvents(events, { atSeq, sessionId: 'fork' }),
        createWorld(),
      );
      expect(fork.error).toBeUndefined();
    }
    for (const stop of ['final', 'max_replans', 'budget', 'error']) expect(stops).toContain(stop);
  }, 60_000);
});
