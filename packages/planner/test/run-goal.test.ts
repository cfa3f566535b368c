import { createMemoryJournal } from '@loopwright/agent-run';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  countSubtasks,
  decompose,
  goalBounds,
  runGoal,
  startGoal,
  type TaskWork,
} from '../src/index.ts';
import { recorder, tool } from './strategy-support.ts';

const goal = 'Compare the populations of France and Germany';

const populations: Readonly<Record<string, number>> = { lookup_france: 68, lookup_germany: 84 };

/** A tool that looks up what its task names, and one that compares. */
function geography() {
  const seen: object[] = [];
  const tools = createToolRegistry({
    tools: [
      tool('lookup', (args) => {
        seen.push(args);
        return populations[String(args.country)];
      }),
      tool('larger', ({ left, right }) => {
        seen.push({ left, right });
        return Number(left) > Number(right) ? 'left' : 'right';
      }),
    ],
  });
  return { tools, seen };
}

describe('runGoal', () => {
  it('N2, N3, N9: splits a goal by rules and does its tasks in order, with the results they need', async () => {
    const done: unknown[] = [];
    const result = await runGoal({
      goal,
      execute: (task, results) => {
        done.push([task.id, results]);
        return (
          populations[task.id] ??
          Object.values(results).reduce<number>((sum, each) => sum + Number(each), 0)
        );
      },
    });
    expect(result).toMatchObject({ status: 'solved', stopReason: 'final', answer: 152 });
    expect(done).toEqual([
      ['lookup_france', {}],
      ['lookup_germany', {}],
      ['compare', { lookup_france: 68, lookup_germany: 84 }],
    ]);
    expect(result.counts.modelCalls).toEqual({});
    expect(result.partial.subtasks).toEqual({ done: 3, total: 3 });
  });

  it('N3: independent tasks that are calls of tools run together in one step, and keep their types', async () => {
    const { tools, seen } = geography();
    const result = await runGoal({
      goal,
      tools,
      execute: {
        toCall: ({ id }, { lookup_france: left = null, lookup_germany: right = null }) =>
          id === 'compare'
            ? { tool: 'larger', args: { left, right } }
            : { tool: 'lookup', args: { country: id } },
      },
    });
    expect(result).toMatchObject({ status: 'solved', answer: 'right' });
    expect(result.steps.map(({ calls }) => calls.map((call) => call.tool))).toEqual([
      ['lookup', 'lookup'],
      ['larger'],
    ]);
    expect(seen.at(-1)).toEqual({ left: 68, right: 84 });
  });

  it('N3: a wave holds at most as many calls as a step may have', async () => {
    const { tools } = geography();
    const tasks = Array.from({ length: 5 }, (_, at) => ({ id: `t${at}`, description: `Do ${at}` }));
    const result = await runGoal({
      goal: 'Do it all',
      tools,
      decompose: () => tasks,
      execute: { toCall: ({ id }) => ({ tool: 'lookup', args: { country: id } }) },
      limits: { maxCallsPerStep: 2 },
    });
    expect(result.steps.map(({ calls }) => calls.length)).toEqual([2, 2, 1]);
  });

  it('R14: the steps carry their subtasks, so that iterations by subtask can be counted', async () => {
    let failures = 0;
    const flaky = tool('flaky', ({ task }) => {
      if (String(task).includes('Germany') && failures++ === 0) throw new Error('temporarily down');
      return 1;
    });
    const tools = createToolRegistry({ tools: [flaky] });
    const { steps, status } = await runGoal({ goal, tools, execute: 'flaky' });
    expect(status).toBe('solved');
    expect(steps.map(({ subtask }) => subtask)).toEqual([
      'lookup_france, lookup_germany',
      'lookup_germany',
      'compare',
    ]);
    expect(countSubtasks(steps)).toEqual([
      { subtask: 'lookup_france', iterations: 1 },
      { subtask: 'lookup_germany', iterations: 2 },
      { subtask: 'compare', iterations: 1 },
    ]);
  });

  it('R11: a tool that does the tasks gets the task, the goal and the results', async () => {
    const seen: unknown[] = [];
    const input = z.object({
      task: z.string(),
      goal: z.string(),
      results: z.record(z.string(), z.any()),
    });
    const answer = defineTool({
      name: 'answer',
      description: 'Answers.',
      effect: 'pure',
      input,
      execute: (args) => {
        seen.push(args);
        return args.task.length;
      },
    });
    await runGoal({ goal, tools: createToolRegistry({ tools: [answer] }), execute: 'answer' });
    expect(seen).toEqual([
      { task: 'Look up the populations of France', goal, results: {} },
      { task: 'Look up the populations of Germany', goal, results: {} },
      {
        task: 'Use what was looked up to compare the populations of France and Germany',
        goal,
        results: { lookup_france: 33, lookup_germany: 34 },
      },
    ]);
  });

  it('N5: whoever does a task sees how far the goal is', async () => {
    const seen: unknown[] = [];
    await runGoal({
      goal,
      execute: ({ id }, _, goalState) => {
        seen.push([
          id,
          goalState.completedSubgoals.length,
          goalState.remainingSubgoals.length,
          goalState.milestones.at(-1),
        ]);
        return id;
      },
    });
    expect(seen).toEqual([
      ['lookup_france', 0, 3, undefined],
      [
        'lookup_germany',
        1,
        2,
        { kind: 'subtask', text: 'Look up the populations of France', iteration: 1 },
      ],
      [
        'compare',
        2,
        1,
        { kind: 'subtask', text: 'Look up the populations of Germany', iteration: 2 },
      ],
    ]);
  });

  it('combine makes the answer of all results, and a schema gives it a type', async () => {
    const options = {
      goal,
      execute: ({ id }: { id: string }) => populations[id] ?? null,
      answer: z.object({ total: z.number() }),
    };
    const combine = async (results: object) => {
      const numbers = Object.values(results).filter((each) => typeof each === 'number');
      return { total: numbers.reduce((sum, each) => sum + each, 0) };
    };
    const result = await runGoal({ ...options, combine });
    if (result.status === 'solved') expect(result.answer.total).toBe(152);
    expect(result.status).toBe('solved');
    expect(await runGoal(options)).toMatchObject({ status: 'failed', stopReason: 'error' });
    const failing = () => {
      throw new Error('no sum');
    };
    expect(await runGoal({ ...options, combine: failing })).toMatchObject({
      stopReason: 'error',
      reason: 'The results could not be combined: Error: no sum',
    });
  });

  it('a goal that no rule knows is one task', async () => {
    const result = await runGoal({
      goal: 'Sing.',
      execute: ({ id, description }) => `${id}: ${description}`,
    });
    expect(result).toMatchObject({ status: 'solved', answer: 'goal: Sing.' });
  });

  it('N2: the plan is told in an event', async () => {
    const heard = recorder();
    await runGoal({ goal, execute: () => 1, onEvent: heard.onEvent });
    const tasks = decompose(goal).tasks.map(({ id }) => ({ id }));
    expect(heard.notes('plan')).toMatchObject([{ goal, by: 'rules', rule: 'compare', tasks }]);
  });

  it('what a function does is stored and not done again when the run is resumed', async () => {
    let done = 0;
    const life = (journal = createMemoryJournal()) => {
      const result = runGoal({
        goal,
        runtime: journal,
        execute: () => {
          done += 1;
          return done;
        },
      });
      return { journal, result };
    };
    const first = life();
    const { answer } = (await first.result) as { answer: number };
    const { result: _, ...record } = first.journal.record();
    const again = await life(createMemoryJournal(record)).result;
    expect([answer, (again as { answer: number }).answer, done]).toEqual([3, 3, 3]);
  });

  it('startGoal gives the same run as a handle', async () => {
    const handle = startGoal({ goal, execute: () => 1 });
    const types: string[] = [];
    for await (const event of handle.events) if ('seq' in event) types.push(event.type);
    expect((await handle.result).status).toBe('solved');
    expect([types[0], types.at(-1)]).toEqual(['started', 'finished']);
  });

  const work: TaskWork = () => 1;
  const alternatives = () => [];
  it.each([
    [{ execute: work }, {}, 0],
    [{ execute: 'lookup' }, {}, 40],
    [{ execute: 'lookup', maxTasks: 5, maxAttempts: 3 }, {}, 15],
    [{ execute: 'lookup', maxTasks: 5, alternatives }, {}, 30],
    [{ execute: 'lookup', maxTasks: 5, alternatives, maxRestores: 1 }, {}, 20],
    [{ execute: 'lookup', limits: { maxToolCalls: 8 } }, {}, 8],
    [{ execute: 'lookup', limits: { maxSteps: 3, maxCallsPerStep: 2 } }, {}, 6],
    [{ execute: work, decompose: 'model' }, { planner: 2 }, 0],
    [{ execute: work, decompose: 'model', expand: 'next' }, { planner: 22 }, 0],
    [
      { execute: work, decompose: 'model', maxPlanAttempts: 1, expand: 'next', maxTasks: 4 },
      { planner: 5 },
      0,
    ],
  ] as const)('publishes the bounds of %j', (options, perRole, toolCalls) => {
    const bounds = goalBounds({ tools: geography().tools, ...options });
    expect(bounds).toMatchObject({ perRole, toolCalls });
  });
});
