import { startGoal, startPlanExecute } from '@loopwright/planner';
import { fromPolicy } from '@loopwright/providers';
import { startRewoo } from '@loopwright/rewoo';
import { describe, expect, it } from 'vitest';
import { buildRunView } from '../page/view-model/build-run-view.ts';
import { planGenerations } from '../page/view-model/plan-generations.ts';
import { savedStates } from '../page/view-model/saved-states.ts';
import { eventsOf, tools } from './page-runs.ts';

const evidencePlan = [
  { id: 'E1', tool: 'lookup', args: { key: 'France' } },
  { id: 'E2', tool: 'lookup', args: { key: 'Atlantis' } },
  { id: 'E3', tool: 'join', args: { a: '#E1', b: '#E2' } },
  { id: 'E4', tool: 'join', args: { a: '#E1', b: '#E1' } },
];

function rewooRun() {
  const model = fromPolicy((shown) =>
    shown.includes('Observation (E1)') ? 'Final Answer: a' : JSON.stringify({ plan: evidencePlan }),
  );
  return eventsOf(startRewoo({ task: 'Join them', tools, model }));
}

function replannedRun() {
  const model = fromPolicy((shown) => {
    const key = shown.includes('FAILED at E1') ? 'Brest' : 'Atlantis';
    return JSON.stringify({
      plan: [
        { id: 'E1', tool: 'lookup', args: { key } },
        { id: 'E2', tool: 'join', args: { a: '#E1', b: '#E1' } },
      ],
    });
  });
  return eventsOf(startPlanExecute({ task: 'Look it up', tools, model }));
}

function goalRun() {
  return eventsOf(
    startGoal({
      goal: 'Compare two places',
      tools,
      decompose: () => [
        { id: 'one', description: 'look up France' },
        { id: 'two', description: 'look up Atlantis' },
        { id: 'both', description: 'join them', dependsOn: ['one', 'two'] },
      ],
      execute: {
        toCall: ({ id }) => {
          if (id === 'both') return { tool: 'join', args: { a: 'one', b: 'two' } };
          return { tool: 'lookup', args: { key: id === 'two' ? 'Atlantis' : 'France' } };
        },
      },
      alternatives: ({ id }) =>
        id.includes('/') ? undefined : [{ id: 'other', description: 'look up Crete' }],
    }),
  );
}

describe('the plan graph', () => {
  it('of ReWOO shows waves, failures, what they block, and the step of each', async () => {
    const [generation, ...others] = planGenerations(buildRunView(await rewooRun()));
    expect(others).toEqual([]);
    expect(generation!.nodes).toMatchObject([
      { id: 'E1', wave: 1, state: 'done', stepId: 'step-1', title: 'lookup {"key":"France"}' },
      { id: 'E2', wave: 1, state: 'failed', stepId: 'step-1' },
      { id: 'E3', wave: 2, state: 'blocked', detail: 'needs E2, which failed' },
      { id: 'E4', wave: 2, state: 'done', stepId: 'step-2', dependsOn: ['E1'] },
    ]);
  });

  it('of a run under way shows what is next in turn and what still waits', async () => {
    const events = await rewooRun();
    const planned = events.findIndex(({ type }) => type === 'note');
    const [generation] = planGenerations(buildRunView(events.slice(0, planned + 1)));
    const states = generation!.nodes.map(({ state }) => state);
    expect(states).toEqual(['running', 'running', 'pending', 'pending']);
  });

  it('keeps the plan that was given up beside the one that took its place', async () => {
    const [first, second] = planGenerations(buildRunView(await replannedRun()));
    expect(first).toMatchObject({
      number: 1,
      endedBy: expect.stringContaining('E1 failed: ERROR[lookup]'),
      nodes: [{ state: 'failed' }, { state: 'blocked' }],
    });
    expect(second).toMatchObject({
      number: 2,
      endedBy: undefined,
      nodes: [{ state: 'done' }, { state: 'done' }],
    });
  });

  it('of a goal follows its tasks, and the way back to a checkpoint', async () => {
    const view = buildRunView(await goalRun());
    const [first, second] = planGenerations(view);
    expect(first!.endedBy).toContain('Back to');
    expect(first!.nodes).toMatchObject([
      { id: 'one', state: 'done' },
      { id: 'two', state: 'failed' },
      { id: 'both', state: 'blocked' },
    ]);
    expect(second!.nodes).toMatchObject([
      { id: 'one', state: 'done' },
      { id: 'two/other', state: expect.stringMatching(/done|failed/) },
      { id: 'both', dependsOn: ['one', 'two/other'] },
    ]);
    expect(savedStates(view).map(({ kind }) => kind)).toContain('restore');
  });

  it('of a sub-agent is told from that of the run', async () => {
    const events = await rewooRun();
    const inside = (await replannedRun()).map((event) => ({
      ...event,
      path: `act:0:0/${event.path}`,
    }));
    const paths = planGenerations(buildRunView([...events, ...inside])).map(({ path }) => path);
    expect(paths).toEqual(['', 'act:0:0/', 'act:0:0/']);
  });
});
