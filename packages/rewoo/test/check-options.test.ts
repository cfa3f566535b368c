import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { planOnly, rewooBounds, runPlan, runRewoo, startRewoo } from '../src/index.ts';
import { readingRoom, step } from './support.ts';

describe('options that cannot be meant', () => {
  const model = scriptedModel([]);
  const options = { task: 'How many shelves?', tools: readingRoom().tools, model };

  it.each([
    [{ maxTasks: 0 }, 'maxTasks must be a whole number of at least 1, not 0'],
    [{ maxTasks: '5' }, "maxTasks must be a whole number of at least 1, not '5'"],
    [{ planRepairs: -1 }, 'planRepairs must be a whole number of at least 0, not -1'],
    [{ answerRepairs: Number.NaN }, 'answerRepairs must be a whole number of at least 0, not NaN'],
    [{ plannerPrompt: 'Plan.' }, "plannerPrompt must be a function, not 'Plan.'"],
    [{ solverPrompt: {} }, 'solverPrompt must be a function, not an object of another kind'],
    [{ guards: [{ name: 'mine' }] }, /^guards\[0\] must be one of factories: functions/],
    [{ advisors: [() => 'hm'] }, /^advisors\[0\] must be one of objects with an advise function/],
    [
      { answer: { type: 'object' } },
      'answer must be a Standard Schema, not an object of another kind',
    ],
    [{ model: undefined }, /^model must be a model: .+ generate function, not undefined$/],
    [{ models: { solver: {} } }, /^models\.solver must be a model/],
    [{ models: { actor: model } }, /^There is no role actor in this run; the roles are planner, /],
    [{ maxSteps: 5 }, 'maxSteps is a limit: write limits: { maxSteps: … }'],
    [{ maxReplans: 1 }, /^There is no option maxReplans; the options are task, model, /],
    [{ solve: false }, /^There is no option solve/],
    [{ limits: 5 }, 'limits must be an object, not 5'],
    [{ instructions: 0 }, 'instructions must be a text, not 0'],
    [{ tools: createToolRegistry({ tools: [] }) }, /^tools must hold at least one tool/],
    [{ tools: [] }, /^tools must be a tool registry/],
  ])('%j: are refused by name', async (more, message) => {
    const refused = { code: 'invalid_option', message: expect.stringMatching(message) };
    const given = { ...options, ...more } as never;
    await expect(runRewoo(given)).rejects.toMatchObject(refused);
    await expect(planOnly(given)).rejects.toMatchObject(refused);
    if (!('tools' in more))
      expect(() => startRewoo(given)).toThrow(expect.objectContaining(refused));
    expect(model.requests).toEqual([]);
  });

  it('no options at all, an empty task, a limit that is none', async () => {
    await expect(runRewoo(undefined as never)).rejects.toMatchObject({ code: 'invalid_option' });
    await expect(runPlan({ steps: [] }, undefined as never)).rejects.toMatchObject({
      code: 'invalid_option',
    });
    expect(() => startRewoo({ ...options, task: ' ' })).toThrow(
      expect.objectContaining({ code: 'invalid_task' }),
    );
    expect(() => startRewoo({ ...options, limits: { maxToolCalls: -1 } })).toThrow(
      expect.objectContaining({ code: 'invalid_limit' }),
    );
    expect(() => rewooBounds({ ...options, planRepairs: 0.5 })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });

  it.each([
    [undefined, /^The options must be an object with tools, not undefined/],
    [{}, /^tools must be a tool registry/],
    [{ tools: options.tools, limits: null }, 'limits must be an object, not null'],
    [{ tools: options.tools, advisors: [null] }, /^advisors\[0\] must be one of objects/],
  ])('W1: bounds of %j are refused by name', (given, message) => {
    expect(() => rewooBounds(given as never)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringMatching(message),
      }),
    );
  });

  it('runPlan knows solve, and needs a model when it solves', async () => {
    const plan = { steps: [step('E1', 'list')] };
    const { task, tools } = options;
    for (const more of [{}, { solve: true }, { solve: undefined }]) {
      await expect(runPlan(plan, { task, tools, ...more } as never)).rejects.toMatchObject({
        message: expect.stringMatching(/^model must be a model/),
      });
    }
    await expect(runPlan(plan, { ...options, solve: 'no' } as never)).rejects.toMatchObject({
      message: "solve must be true or false, not 'no'",
    });
    const solved = scriptedModel(['two']);
    const result = await runPlan(plan, { task, tools, model: solved, solve: undefined });
    expect(result).toMatchObject({ answer: 'two' });
  });
});
