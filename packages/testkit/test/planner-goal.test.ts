import { defineAgentTool } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import {
  type CheckpointStore,
  countSubtasks,
  createCheckpointStore,
  type GoalOptions,
  goalBounds,
  type NewTask,
  runGoal,
  subtaskSteps,
  type TaskGraphJson,
} from '@loopwright/planner';
import { reactBounds, runReact } from '@loopwright/react-loop';
import { createToolRegistry, type Tool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  actionText,
  conversationOf,
  createWorld,
  cutEverywhere,
  finalText,
  type Life,
  live,
  pureModel,
  type Scenario,
  type World,
} from '../src/index.ts';
import { bankTools } from './support.ts';

const goal = 'Find out.';

/** One life of a goal run over the ordinary tools. */
function life(
  { runtime, world, onEvent }: Life,
  options: Omit<GoalOptions, 'goal'>,
  more: readonly Tool[] = [],
) {
  const tools = createToolRegistry({ tools: [...bankTools(world), ...more] });
  return runGoal({ goal, tools, now: () => 0, ...options, runtime, onEvent });
}

function tasks(dependencies: Readonly<Record<string, readonly string[]>>): NewTask[] {
  return Object.entries(dependencies).map(([id, dependsOn]) => ({
    id,
    description: `Do ${id}`,
    dependsOn,
  }));
}

/** A call of the tool by whose name the id of the task begins, else a search. */
const byName: GoalOptions['execute'] = {
  toCall: ({ id }) => {
    const name = id.split('/').at(-1)!;
    const tool = ['pay', 'transfer', 'broken'].find((each) => name.startsWith(each)) ?? 'search';
    return { tool, args: { q: name } };
  },
};

describe('a goal run that is cut', () => {
  it('N3: goes on as if nothing had happened, whether calls or functions do the tasks', async () => {
    const decompose = () => tasks({ a: [], pay: ['a'], transfer: [], end: ['pay', 'transfer'] });
    for (const execute of [byName, ({ id }: { id: string }) => id]) {
      for (const resumeFrom of ['record', 'events'] as const) {
        const scenario: Scenario = {
          name: 'goal',
          run: (one) => life(one, { decompose, execute }),
        };
        const { faults, result } = await cutEverywhere(scenario, { resumeFrom });
        expect(faults).toEqual([]);
        expect(result.status).toBe('solved');
      }
    }
  });

  it('N6: goes back in every life alike, also when the store of checkpoints died with the process', async () => {
    const scenario: Scenario = {
      name: 'going back',
      run: (one) => {
        const store = createCheckpointStore<TaskGraphJson<Json>>({ now: () => 0 });
        return life(one, {
          decompose: () => tasks({ a: [], pay: ['a'], broken: ['pay'], end: ['broken'] }),
          execute: byName,
          alternatives: () => tasks({ look: [], count: ['look'] }),
          checkpoints: { store, sessionId: 's' },
        });
      },
    };
    const { faults, result, world } = await cutEverywhere(scenario);
    expect(faults).toEqual([]);
    expect(result).toMatchObject({
      status: 'solved',
      partial: { subtasks: { done: 5, total: 5 } },
    });
    expect(world.commits).toHaveLength(1);
    expect(result.flags).toEqual([
      expect.stringContaining('restore: after subtask_failed back to "after pay"'),
    ]);
  });

  it('N6: what stands in the store of checkpoints does not decide what a run does', async () => {
    const lying: CheckpointStore<TaskGraphJson<Json>> = {
      save: async () => ({ saved: false, reason: 'no_room', bytes: 0 }),
      restore: () => Promise.reject(new Error('nobody asks')),
      list: () => Promise.reject(new Error('nobody asks')),
      endSession: async () => {},
    };
    const options = (checkpoints: GoalOptions['checkpoints']) => ({
      goal,
      decompose: () => tasks({ a: [], broken: ['a'] }),
      execute: byName,
      tools: createToolRegistry({ tools: bankTools(createWorld()) }),
      alternatives: () => tasks({ way: [] }),
      checkpoints,
    });
    const plain = await runGoal(options({}));
    const lied = await runGoal(options({ store: lying, sessionId: 's' }));
    expect([plain.status, lied.status]).toEqual(['solved', 'solved']);
    expect(lied.steps).toEqual(plain.steps);
  });

  it('N2, N4: a model that splits lazily is asked nothing twice', async () => {
    const model = pureModel((request) => {
      const shown = conversationOf(request);
      if (!shown.includes('Split this task'))
        return JSON.stringify({
          steps: [
            { id: 'top', description: 'Top' },
            { id: 'last', description: 'Last', depends_on: ['top'] },
          ],
        });
      return shown.includes('(top)')
        ? JSON.stringify({
            steps: [
              { id: 'pay', description: 'Pay' },
              { id: 'x', description: 'X' },
            ],
          })
        : '{"steps": []}';
    });
    const scenario: Scenario = {
      name: 'lazy',
      run: (one) => life(one, { decompose: 'model', model, expand: 'next', execute: byName }),
    };
    const { faults, result } = await cutEverywhere(scenario);
    expect(faults).toEqual([]);
    expect(result).toMatchObject({ status: 'solved', answer: 'fact about last' });
    expect(result.counts.modelCalls.planner).toBe(5);
  });
});

/** A ReAct run as the executor of tasks: it searches once, pays if its task says so, and answers with what it saw. */
function worker(world: World) {
  const model = pureModel((request) => {
    const shown = conversationOf(request);
    const steps = shown.split('\nObservation:').length - 1;
    if (steps === 0) return actionText('search', { q: /Task: (.*)\n/.exec(shown)![1]! });
    if (steps === 1 && shown.includes('pay')) return actionText('pay', { eur: 5 });
    return finalText(shown.includes('lost') ? '' : `done after ${steps} steps`);
  });
  const options = {
    model,
    tools: createToolRegistry({ tools: bankTools(world) }),
    limits: { maxSteps: 4, retryDelayMs: 0 },
  };
  return defineAgentTool({
    name: 'worker',
    description: 'Does one task.',
    input: z.object({ task: z.string(), results: z.record(z.string(), z.any()) }),
    bounds: { modelCalls: reactBounds(options).modelCalls },
    agent: ({ task }, parent) => runReact({ ...options, task, parent }),
  });
}

describe('a goal whose tasks are done by a ReAct agent', () => {
  const decompose = () => tasks({ look: [], pay: ['look'], report: ['pay'] });

  it('N3, R14: every task is a run of its own with its own budget, and one step of the goal', async () => {
    const scenario: Scenario = {
      name: 'agents',
      run: (one) => life(one, { decompose, execute: 'worker' }, [worker(one.world)]),
    };
    const { faults, result, events, world } = await cutEverywhere(scenario);
    expect(faults).toEqual([]);
    expect(result).toMatchObject({
      status: 'solved',
      answer: 'done after 1 steps',
      counts: { modelCalls: {}, childModelCalls: 2 + 3 + 2 },
      effects: [{ tool: 'pay', status: 'committed' }],
    });
    expect(result.bounds.children).toBe(40 * 4);
    expect(result.steps.map(({ subtask }) => subtask)).toEqual(['look', 'pay', 'report']);
    expect(world.commits).toEqual(['pay {"eur":5}']);
    expect(countSubtasks(subtaskSteps(events))).toEqual([
      { subtask: 'look', iterations: 1 + 2 },
      { subtask: 'pay', iterations: 1 + 3 },
      { subtask: 'report', iterations: 1 + 2 },
    ]);
  });

  it('N3: where only some tasks are for the agent, it works alone, and the calls of tools run together', async () => {
    const order: string[] = [];
    const scenario: Scenario = {
      name: 'mixed',
      run: (one) =>
        life(
          one,
          {
            decompose: () => tasks({ look: [], b: [], c: [], report: [] }),
            expand: 'next',
            split: ({ id }) => {
              order.push(id);
              return undefined;
            },
            execute: {
              toCall: ({ id, description }) =>
                id.length > 1
                  ? { tool: 'worker', args: { task: description, results: {} } }
                  : { tool: 'search', args: { q: id } },
            },
          },
          [worker(one.world)],
        ),
    };
    const { result } = await live(scenario, { sessionId: 's' }, createWorld());
    expect(result!.steps.map(({ subtask }) => subtask)).toEqual(['look', 'b, c', 'report']);
    const alone = await live(
      {
        name: 'alone',
        run: (one) =>
          life(
            one,
            {
              decompose: () => tasks({ look: [], report: [] }),
              expand: 'next',
              split: ({ id }) => void order.push(`split ${id}`) as never,
              execute: 'worker',
              onLive: (event) => void (event.type === 'tool_started' && order.push('work')),
            },
            [worker(one.world)],
          ),
      },
      { sessionId: 's' },
      createWorld(),
    );
    expect(alone.result!.status).toBe('solved');
    expect(order.slice(-4)).toEqual(['split look', 'work', 'split report', 'work']);
  });

  it('N3, R12: an agent that comes to no answer is a failed attempt, with what it had', async () => {
    const lost = () => tasks({ look: [], lost: ['look'], report: ['lost'] });
    const world = createWorld();
    const result = await live(
      {
        name: 'lost',
        run: (one) => life(one, { decompose: lost, execute: 'worker' }, [worker(one.world)]),
      },
      { sessionId: 's' },
      world,
    );
    expect(result.result).toMatchObject({
      stopReason: 'unrecoverable',
      partial: { subtasks: { done: 1, total: 3 } },
    });
    expect(result.result!.reason).toMatch(
      /^lost failed: AgentEnded: .*; because of it not done: report$/,
    );
  });

  it('publishes what the agents can add', () => {
    const tools = createToolRegistry({ tools: [worker(createWorld())] });
    expect(goalBounds({ execute: 'worker', tools, maxTasks: 3, maxAttempts: 1 })).toMatchObject({
      modelCalls: 0,
      toolCalls: 3,
      children: 12,
    });
  });
});
