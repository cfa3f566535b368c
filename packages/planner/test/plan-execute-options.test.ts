import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  defaultPlannerPrompt,
  planExecuteBounds,
  runPlanExecute,
  startPlanExecute,
} from '../src/index.ts';
import { factTools, planText } from './strategy-support.ts';

const model = scriptedModel([]);
const options = { task: 'Count.', tools: factTools().tools, model };

describe('options of a plan-execute run', () => {
  it.each([
    [{ maxReplans: -1 }, 'maxReplans must be a whole number of at least 0, not -1'],
    [{ maxTasks: 0 }, 'maxTasks must be a whole number of at least 1, not 0'],
    [{ horizon: 0 }, "horizon must be 'all' or a whole number of at least 1, not 0"],
    [{ horizon: 'none' }, "horizon must be 'all' or a whole number of at least 1, not 'none'"],
    [{ model: undefined }, /^model must be a model: .+ generate function, not undefined$/],
    [
      { models: { actor: model } },
      'There is no role actor in this run; the roles are planner, critic, reflector',
    ],
    [{ models: { planner: {} } }, /^models\.planner must be a model/],
    [{ maxSteps: 5 }, 'maxSteps is a limit: write limits: { maxSteps: … }'],
    [{ goal: 'x' }, /^There is no option goal; the options are task, model, /],
    [{ guards: [{ name: 'mine' }] }, /^guards\[0\] must be one of factories: functions/],
    [{ advisors: [() => 'hm'] }, /^advisors\[0\] must be one of objects with an advise function/],
    [
      { answer: { type: 'object' } },
      'answer must be a Standard Schema, not an object of another kind',
    ],
    [{ plannerPrompt: 'Plan!' }, "plannerPrompt must be a function, not 'Plan!'"],
    [{ limits: 5 }, 'limits must be an object, not 5'],
    [{ tools: createToolRegistry({ tools: [] }) }, /^tools must hold at least one tool/],
  ])('%j: are refused by name', async (more, message) => {
    const refused = { code: 'invalid_option', message: expect.stringMatching(message) };
    await expect(runPlanExecute({ ...options, ...more } as never)).rejects.toMatchObject(refused);
    expect(() => startPlanExecute({ ...options, ...more } as never)).toThrow();
    expect(model.requests).toEqual([]);
  });

  it('an empty task, a limit that is none, and no options at all are refused', async () => {
    for (const [more, code] of [
      [{ task: ' ' }, 'invalid_task'],
      [{ limits: { maxToolCalls: -1 } }, 'invalid_limit'],
    ] as const) {
      await expect(runPlanExecute({ ...options, ...more })).rejects.toMatchObject({ code });
    }
    await expect(runPlanExecute(undefined as never)).rejects.toMatchObject({
      code: 'invalid_option',
    });
    expect(() => planExecuteBounds({ ...options, horizon: 1.5 })).toThrow(/^horizon must be/);
  });

  it('N1, R11: the prompt names the tools, the form of a plan and the job, and a caller may write another', async () => {
    const planner = scriptedModel([planText(['E1', 'search'])]);
    await runPlanExecute({ ...options, model: planner, instructions: 'Be brief.', maxTasks: 7 });
    const { system, temperature, messages } = planner.requests[0]!;
    for (const part of ['Be brief.', '- word_count: ', '"#E1"', 'at most 7', 'ground truth']) {
      expect(system).toContain(part);
    }
    expect(temperature).toBe(0);
    expect(messages).toEqual([{ role: 'user', blocks: ['Task: Count.\n'] }]);
    const own = scriptedModel([planText(['E1', 'search'])]);
    await runPlanExecute({
      ...options,
      model: own,
      plannerPrompt: (input) => `Own. ${defaultPlannerPrompt(input).length > 100}`,
    });
    expect(own.requests[0]!.system).toBe('Own. true');
  });

  it('N1: the planner may have a model of its own', async () => {
    const planner = scriptedModel([planText(['E1', 'search'])]);
    const { status } = await runPlanExecute({ ...options, models: { planner } });
    expect([status, planner.requests.length, model.requests.length]).toEqual(['solved', 1, 0]);
  });

  it('N1: a request only ever grows at its end', async () => {
    const failing = Array.from({ length: 3 }, () => planText(['E1', 'boom']));
    const planner = scriptedModel(failing);
    await runPlanExecute({ ...options, model: planner });
    const blocks = planner.requests.map(({ messages }) =>
      messages.flatMap((message) => (message.role === 'user' ? message.blocks : [])),
    );
    expect(blocks.map(({ length }) => length)).toEqual([1, 2, 3]);
    expect(blocks[2]!.slice(0, 2)).toEqual(blocks[1]);
  });
});
