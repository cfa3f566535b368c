import type { Model } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { type GoalOptions, type NewTask, runGoal } from '../src/index.ts';
import { tasksOf } from './graph-support.ts';
import { recorder, shownIn, tool } from './strategy-support.ts';

const goal = 'Analyse the market';

/** Tasks in words, as a model writes them. */
function tasksText(dependencies: Readonly<Record<string, readonly string[]>>): string {
  const steps = Object.entries(dependencies).map(([id, dependsOn]) => ({
    id,
    description: `Do ${id}`,
    depends_on: dependsOn,
  }));
  return JSON.stringify({ steps });
}

/** A run whose tasks give their ids. */
function pursue(options: Partial<GoalOptions>) {
  const done: string[] = [];
  const heard = recorder();
  const result = runGoal({
    goal,
    execute: ({ id }) => {
      done.push(id);
      return id;
    },
    onEvent: heard.onEvent,
    ...options,
  });
  return { result, done, heard };
}

const sectors = (count: number): NewTask[] =>
  Array.from({ length: count }, (_, at) => ({ id: `sector_${at}`, description: `Analyse ${at}` }));

describe('how a goal is split', () => {
  it('N2: by a function, whose tasks are done in order', async () => {
    const { result, done } = pursue({ decompose: async () => tasksOf({ b: ['a'], a: [] }) });
    expect(await result).toMatchObject({ status: 'solved', answer: 'a' });
    expect(done).toEqual(['a', 'b']);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no idea')), 'Error: no idea'],
    [
      'gives tasks that wait for each other',
      () => tasksOf({ a: ['b'], b: ['a'] }),
      'These tasks wait for each other',
    ],
    ['gives no tasks at all', () => [{ title: 'x' }] as never, 'task 1: it has no id'],
  ] as const)(
    'N2: a function that %s leaves the goal one task, and says so',
    async (_, decompose, why) => {
      const { result, done } = pursue({ decompose });
      const { status, flags } = await result;
      expect([status, done]).toEqual(['solved', ['goal']]);
      expect(flags).toEqual([
        expect.stringContaining(`decomposition: The goal is done as one task`),
      ]);
      expect(flags[0]).toContain(why);
    },
  );

  it('N4, N10: an exploding decomposition stops at 20 by default, says so, and still makes progress', async () => {
    const { result, done, heard } = pursue({
      decompose: () => sectors(26),
      split: () => sectors(26),
    });
    const { stopReason, reason, flags, partial } = await result;
    expect(done).toHaveLength(20);
    expect(stopReason).toBe('max_steps');
    expect(reason).toContain('A plan has at most 20 tasks; left out: sector_20');
    expect(partial.subtasks).toEqual({ done: 20, total: 26 });
    expect(flags[0]).toContain('max_tasks: A plan has at most 20 tasks; left out: ');
    const [flag] = heard.events.flatMap((event) => (event.type === 'flag' ? [event] : []));
    expect(flag).toMatchObject({ code: 'max_tasks', data: { limit: 20, count: 6, task: null } });
    expect(partial.missing).toContain('Analyse 25 (left out)');
  });

  it('N4, N10: a split beyond the depth is flagged, and the task is done as it is', async () => {
    const split = ({ depth }: { depth: number }) => tasksOf({ [`level_${depth + 1}`]: [] });
    const { result, done } = pursue({ decompose: () => tasksOf({ top: [] }), split, maxDepth: 2 });
    const { status, flags } = await result;
    expect([status, done]).toEqual(['solved', ['top/level_1/level_2']]);
    expect(flags).toEqual([
      expect.stringContaining('max_depth: Tasks are split at most 2 levels deep'),
    ]);
  });

  it('N4: lazily, a task is split only when it is next, and with what is known then', async () => {
    const order: string[] = [];
    const { result } = pursue({
      decompose: () => tasksOf({ first: [], second: ['first'] }),
      expand: 'next',
      split: ({ id }) => {
        order.push(`split ${id}`);
        return id === 'second' ? tasksOf({ x: [], y: ['x'] }) : undefined;
      },
      execute: ({ id }, results) => {
        order.push(`do ${id} after ${Object.keys(results)}`);
        return id;
      },
    });
    expect(await result).toMatchObject({ status: 'solved', answer: 'second/y' });
    expect(order).toEqual([
      'split first',
      'do first after ',
      'split second',
      'split second/x',
      'do second/x after first',
      'split second/y',
      'do second/y after second/x',
    ]);
  });

  it('N4, R10: eagerly, everything is split before anything runs', async () => {
    const order: string[] = [];
    const { result, heard } = pursue({
      decompose: () => tasksOf({ first: [], second: ['first'] }),
      split: ({ id }) => {
        order.push(`split ${id}`);
        return id === 'first' ? tasksOf({ x: [], y: [] }) : undefined;
      },
      execute: ({ id }) => {
        order.push(`do ${id}`);
        return id;
      },
    });
    expect((await result).status).toBe('solved');
    expect(order.slice(0, 5)).toEqual([
      'split first',
      'split second',
      'split first/x',
      'split first/y',
      'do first/x',
    ]);
    expect(heard.notes('plan')).toMatchObject([
      { goal },
      { split: 'first', tasks: [{ id: 'first/x' }, { id: 'first/y' }] },
    ]);
  });

  it('N4: a wave holds no task that was not looked at', async () => {
    const tools = createToolRegistry({ tools: [tool('do', ({ id }) => id)] });
    const { result } = pursue({
      decompose: () => tasksOf({ a: [], b: [], c: [] }),
      expand: 'next',
      split: ({ id }) => (id === 'b' ? tasksOf({ x: [], y: ['x'] }) : undefined),
      tools,
      execute: { toCall: ({ id }) => ({ tool: 'do', args: { id } }) },
    });
    expect((await result).steps.map(({ subtask }) => subtask)).toEqual(['a, b/x, c', 'b/y']);
  });

  it('N9: things that a goal counts and does not name are flagged', async () => {
    const { result } = pursue({
      goal: 'Compare the weather in three cities and recommend the best',
    });
    const { flags, answer } = (await result) as { flags: string[]; answer: unknown };
    expect(flags).toEqual(['unnamed_things: The goal counts 3 cities and does not name them']);
    expect(answer).toBe('recommend');
  });
});

describe('a goal that a model splits', () => {
  const byModel = (replies: readonly string[], options: Partial<GoalOptions> = {}) => {
    const model = scriptedModel(replies);
    return { model, ...pursue({ decompose: 'model', model, ...options }) };
  };

  it('N2: one call of the planner gives the tasks with their dependencies', async () => {
    const { model, result, done } = byModel([tasksText({ look: [], count: ['look'] })]);
    expect(await result).toMatchObject({ answer: 'count', counts: { modelCalls: { planner: 1 } } });
    expect(done).toEqual(['look', 'count']);
    const [request] = model.requests;
    expect(request!.system).toContain('"depends_on"');
    expect(shownIn(request!)).toBe(`Task: ${goal}\n`);
  });

  it('N2: prose, fences and reasoning around the tasks, and ids that are numbers, are read', async () => {
    const steps = [
      { step_number: 1, description: 'Look at the #1 shop for $100', depends_on: [] },
      { step_number: 2, description: 'Count', depends_on: [1] },
    ];
    const reply = `<think>{"steps": []}</think>Here it is:\n\`\`\`json\n${JSON.stringify({ steps })}\n\`\`\``;
    const { result, heard } = byModel([reply]);
    expect((await result).status).toBe('solved');
    expect(heard.notes('plan')).toMatchObject([
      {
        by: 'model',
        tasks: [{ id: '1', description: 'Look at the #1 shop for $100' }, { dependsOn: ['1'] }],
      },
    ]);
  });

  it('N2: tasks that cannot be used are refused with what is wrong, and the model is asked once more', async () => {
    const { model, result, done } = byModel([
      tasksText({ a: ['b'], b: ['a'] }),
      tasksText({ a: [] }),
    ]);
    expect(await result).toMatchObject({
      answer: 'a',
      counts: { modelCalls: { planner: 2 } },
      flags: [],
    });
    expect(done).toEqual(['a']);
    expect(shownIn(model.requests[1]!)).toContain(
      'Note: These tasks cannot be used: These steps wait for each other: a → b → a.',
    );
  });

  it('N2: a model that does not come to tasks leaves the goal one task, and the run says so', async () => {
    const { result, done } = byModel(['I would look around.', 'Let us begin.']);
    const { status, flags, counts } = await result;
    expect([status, done, counts.modelCalls]).toEqual(['solved', ['goal'], { planner: 2 }]);
    expect(flags[0]).toContain(
      'decomposition: The goal is done as one task, as it could not be split: ',
    );
  });

  it('N2: a model may say that one task is enough', async () => {
    const { result, done } = byModel(['{"steps": []}']);
    expect(await result).toMatchObject({ status: 'solved', flags: [] });
    expect(done).toEqual(['goal']);
  });

  it('PLAN-017, N10: 10,000 tasks in one reply are refused before anything runs', async () => {
    const many = tasksText(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`t${at}`, []])),
    );
    const { model, result, done } = byModel([many, tasksText({ few: [] })]);
    expect((await result).status).toBe('solved');
    expect(done).toEqual(['few']);
    expect(shownIn(model.requests[1]!)).toContain(
      'The plan has 10000 steps; at most 20 are allowed.',
    );
  });

  it('N4: lazily, the model splits each task when it is next, with the results it builds on', async () => {
    const replies = [
      tasksText({ look: [], report: ['look'] }),
      '{"steps": []}',
      tasksText({ draft: [], check: ['draft'] }),
      'no tasks',
      '{"steps": []}',
    ];
    const { model, result, done } = byModel(replies, { expand: 'next' });
    const { status, flags, counts, bounds } = await result;
    expect([status, counts.modelCalls.planner]).toEqual(['solved', 5]);
    expect(bounds.perRole.planner).toBe(22);
    expect(done).toEqual(['look', 'report/draft', 'report/check']);
    expect(shownIn(model.requests[2]!)).toBe(
      `Task: ${goal}\nObservation (look): look\nNote: Split this task of it only: Do report (report). If it can be done as it is, write {"steps": []}.\n`,
    );
    expect(flags).toEqual([
      expect.stringContaining('decomposition: report/draft is done as it is'),
    ]);
    model.assertComplete();
  });

  it.each([
    ['no deeper than allowed', { maxDepth: 0 }, 1],
    ['nothing where there is no room', { maxTasks: 1 }, 1],
    ['as many tasks as a goal may have, and no more', { maxTasks: 7, maxDepth: 9 }, 1 + 7],
  ])('N4: a model that splits everything for ever is asked %s', async (_, options, calls) => {
    let asked = 0;
    const endless: Model = {
      id: 'endless',
      generate: async () => ({ text: tasksText(asked++ === 0 ? { a: [] } : { x: [] }) }),
    };
    const { result } = pursue({ decompose: 'model', model: endless, expand: 'next', ...options });
    const { status, counts, bounds } = await result;
    expect([status, counts.modelCalls.planner]).toEqual(['solved', calls]);
    expect(calls).toBeLessThanOrEqual(bounds.perRole.planner!);
  });

  it('R11: the prompt tells what does the tasks, and the job, and a caller may write another', async () => {
    const tools = createToolRegistry({ tools: [tool('search', () => 1), tool('other', () => 2)] });
    const reply = tasksText({ a: [] });
    const { model, result } = byModel([reply], {
      tools,
      execute: 'search',
      instructions: 'Be brief.',
    });
    await result;
    const { system } = model.requests[0]!;
    expect(system).toContain('- search: The tool search.');
    expect(system).not.toContain('- other: ');
    expect(system).toContain('Be brief.');
    const own = byModel([reply], { plannerPrompt: ({ maxTasks }) => `At most ${maxTasks}.` });
    await own.result;
    expect(own.model.requests[0]!.system).toBe('At most 20.');
  });
});
