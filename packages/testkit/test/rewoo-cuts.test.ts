import { defineAgentTool, type StopReason } from '@loopwright/agent-run';
import { runReact } from '@loopwright/react-loop';
import { rewooBounds, runPlan, runRewoo } from '@loopwright/rewoo';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  anyArguments,
  createFakeClock,
  cutEverywhere,
  pureModel,
  type Scenario,
  turnModel,
} from '../src/index.ts';
import { planner, rewooLife, step } from './rewoo-support.ts';
import { bankTools, call, helperTool, turns } from './support.ts';

const payments = [
  step('E1', 'search', { q: 'bill' }),
  step('E2', 'transfer', { eur: 5, for: '#E1' }),
  step('E3', 'pay', { eur: 1 }),
  step('E4', 'transfer', { eur: 5, after: '#E2' }),
];

const paid = [
  'transfer {"eur":5,"for":"fact about bill"}',
  'pay {"eur":1}',
  'transfer {"after":"moved","eur":5}',
];

type Expected = { end: StopReason; commits?: string[]; unknownCuts?: number };

const scenarios: (Scenario & { expected: Expected })[] = [
  {
    name: 'W1, R12: a plan with once tools pays once wherever the process dies',
    run: (lived) => rewooLife(lived, { model: planner(payments) }),
    expected: { end: 'final', commits: paid, unknownCuts: 2 },
  },
  {
    name: 'W2: the same plan, a wave cut into steps of one call',
    run: (lived) => rewooLife(lived, { model: planner(payments), limits: { maxCallsPerStep: 1 } }),
    expected: { end: 'final', commits: paid, unknownCuts: 2 },
  },
  {
    name: 'W3: a failure blocks a payment',
    run: (lived) =>
      rewooLife(lived, {
        model: planner([step('E1', 'broken'), step('E2', 'pay', { to: '#E1' }), step('E3', 'pay')]),
      }),
    expected: { end: 'incomplete_evidence', commits: ['pay {}'] },
  },
  {
    name: 'W3: a reference leads nowhere',
    run: (lived) =>
      rewooLife(lived, {
        model: planner([step('E1', 'pay'), step('E2', 'pay', { to: '#E1.name' })]),
      }),
    expected: { end: 'error', commits: ['pay {}'] },
  },
  {
    name: 'W1: answers are repaired',
    run: (lived) =>
      rewooLife(lived, {
        model: planner(payments, ['', 'Action: pay\nAction Input: {}', 'done']),
        answerRepairs: 2,
      }),
    expected: { end: 'final', commits: paid, unknownCuts: 2 },
  },
  {
    name: 'R12: two equal transfers of one plan are one',
    run: (lived) =>
      rewooLife(lived, {
        model: planner([
          step('E1', 'transfer', { eur: 5 }),
          step('E2', 'search', { q: '#E1' }),
          { ...step('E3', 'transfer', { eur: 5 }), depends_on: ['E2'] },
        ]),
      }),
    expected: { end: 'final', commits: ['transfer {"eur":5}'], unknownCuts: 1 },
  },
  {
    name: 'E7: an approval is given by a callback',
    run: (lived) =>
      rewooLife(lived, {
        model: planner([step('E1', 'wire', { eur: 7 })]),
        approve: async () => [true],
      }),
    expected: { end: 'final', commits: ['wire {"eur":7}'], unknownCuts: 1 },
  },
  {
    name: 'E7: an approval is denied by a signal, which blocks what is behind it',
    answers: { 'act:1:0': { approved: false, note: 'not today' } },
    run: (lived) =>
      rewooLife(lived, {
        model: planner([
          step('E1', 'search'),
          step('E2', 'wire', { for: '#E1' }),
          step('E3', 'pay', { receipt: '#E2' }),
        ]),
      }),
    expected: { end: 'incomplete_evidence', commits: [] },
  },
  {
    name: 'E7: a run waits for an approval that nobody gives',
    run: (lived) =>
      rewooLife(lived, { model: planner([step('E1', 'pay'), step('E2', 'wire', { for: '#E1' })]) }),
    expected: { end: 'awaiting_approval', commits: ['pay {}'] },
  },
  {
    name: 'R3: a step of the plan is a sub-agent',
    run: (lived) => {
      const helper = helperTool(lived.world, turns(call('pay', { eur: 9 })));
      const steps = [step('E1', 'helper', { q: 'it' }), step('E2', 'search', { q: '#E1' })];
      return rewooLife(lived, { model: planner(steps) }, [helper]);
    },
    expected: { end: 'final', commits: ['pay {"eur":9}'] },
  },
  {
    name: 'R3: a ReWOO run is the sub-agent of a loop',
    run: ({ runtime, world, onEvent }) => {
      const options = {
        model: planner([step('E1', 'transfer', { eur: 3 })]),
        tools: createToolRegistry({ tools: bankTools(world) }),
        limits: { retryDelayMs: 0 },
      };
      const clerk = defineAgentTool({
        name: 'clerk',
        description: 'Settles a bill.',
        input: anyArguments,
        bounds: rewooBounds(options),
        agent: (_, parent) => runRewoo({ ...options, task: 'Settle it.', parent }),
      });
      return runReact({
        task: 'Have the bill settled.',
        model: turnModel(turns(call('clerk'))),
        tools: createToolRegistry({ tools: [clerk] }),
        now: createFakeClock().now,
        runtime,
        onEvent,
      });
    },
    expected: { end: 'final', commits: ['transfer {"eur":3}'], unknownCuts: 1 },
  },
  {
    name: 'R9: the token budget ends the waves',
    run: (lived) => {
      const usage = { inputTokens: 90, outputTokens: 9, cachedInputTokens: null, costUsd: null };
      const text = JSON.stringify({ plan: payments });
      const model = pureModel(() => ({ text, usage }));
      return rewooLife(lived, { model, limits: { maxTokens: 50 } });
    },
    expected: { end: 'budget', commits: [] },
  },
  {
    name: 'R9: a clock that ticks reaches the time limit between two waves',
    run: (lived) =>
      rewooLife(lived, {
        model: planner([
          step('E1', 'search'),
          step('E2', 'search', { q: '#E1' }),
          step('E3', 'search', { q: '#E2' }),
        ]),
        limits: { activeMs: 10 },
        now: createFakeClock({ tickMs: 3 }).now,
      }),
    expected: { end: 'timeout' },
  },
  {
    name: 'W1: a plan that was edited is performed and solved',
    run: ({ runtime, world, onEvent }) =>
      runPlan(
        { steps: payments },
        {
          task: 'Settle the bill.',
          model: planner([]),
          tools: createToolRegistry({ tools: bankTools(world) }),
          now: createFakeClock().now,
          runtime,
          onEvent,
        },
      ),
    expected: { end: 'final', commits: paid, unknownCuts: 2 },
  },
  {
    name: 'W1: a plan is performed and not solved',
    run: ({ runtime, world, onEvent }) =>
      runPlan(
        { steps: payments },
        {
          task: 'Settle the bill.',
          solve: false,
          tools: createToolRegistry({ tools: bankTools(world) }),
          now: createFakeClock().now,
          runtime,
          onEvent,
        },
      ),
    expected: { end: 'final', commits: paid, unknownCuts: 2 },
  },
];

describe('a ReWOO run is cut after every entry of its journal and resumed', () => {
  it.each(scenarios)('$name', async ({ expected, ...scenario }) => {
    const report = await cutEverywhere(scenario);
    expect(report.faults).toEqual([]);
    expect(report.result.stopReason).toBe(expected.end);
    expect(report.unknownCuts).toBe(expected.unknownCuts ?? 0);
    if (expected.commits) {
      expect(report.world.commits.toSorted()).toEqual(expected.commits.toSorted());
    }
  });

  it.each(scenarios)(
    'from the events that were heard: $name',
    async ({ expected, ...scenario }) => {
      const { faults, unknownCuts } = await cutEverywhere(scenario, { resumeFrom: 'events' });
      expect(faults).toEqual([]);
      expect(unknownCuts > 0).toBe(expected.unknownCuts !== undefined);
    },
  );
});
