import { fromPolicy } from '@loopwright/providers';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  candidatesFound,
  type GoalCheck,
  openEndedTask,
  reactPresets,
  runReact,
} from '../src/index.ts';
import { action, final, harbourTools } from './support.ts';

const task = 'How high is the tide at seven?';
const everyHour = () => {
  let hour = 0;
  return fromPolicy(() => action('tide', { hour: hour++ }));
};

describe('goals', () => {
  it('R13: any predicate ends the run as solved, with the last value as the answer', async () => {
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: everyHour(),
      goal: (step) => step.observations.some((each) => each.ok && each.value === 103),
    });
    expect(result).toMatchObject({ status: 'solved', stopReason: 'goal_achieved', answer: '103' });
    expect(result.steps.length).toBe(4);
  });

  it('R13: enough different candidates end the run', async () => {
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: everyHour(),
      goal: candidatesFound({ count: 3 }),
    });
    expect(result).toMatchObject({ stopReason: 'goal_achieved', answer: '[100,101,102]' });
  });

  it('R13: the same candidate again is not another one', async () => {
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: fromPolicy(() => action('tide', { hour: 7 })),
      goal: candidatesFound({ count: 2 }),
    });
    expect(result.stopReason).toBe('loop_detected');
  });

  it('R17: a run that reaches its goal in the step of a loop is solved, and the loop is a flag', async () => {
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: fromPolicy(() => action('tide', { hour: 7 })),
      goal: (_, before) => before.length === 3,
    });
    expect(result).toMatchObject({ status: 'solved', stopReason: 'goal_achieved' });
    expect(result.flags.some((flag) => flag.startsWith('loop_detected: '))).toBe(true);
  });

  it('LOOP-028: a goal check that throws is a flag and the run goes on', async () => {
    const model = scriptedModel([action('tide', { hour: 7 }), final('107')]);
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model,
      goal: () => {
        throw new Error('bad predicate');
      },
    });
    expect(result.status).toBe('solved');
    expect(result.flags.join()).toContain('bad predicate');
    expect(result.partial.found).toEqual([107]);
  });

  it('R16: a task without an end of its own is flagged at the start, or refused', async () => {
    const { tools } = harbourTools();
    const open = 'Find the best berth';
    const flagged = await runReact({ task: open, tools, model: scriptedModel([final('3')]) });
    expect(flagged.flags[0]).toMatch(/^open_ended_task: "the best" names no end/);
    const refused = runReact({
      task: open,
      tools,
      model: scriptedModel([]),
      requireCriterion: true,
    });
    await expect(refused).rejects.toMatchObject({ code: 'missing_criterion' });
    const goal = candidatesFound({ count: 1 });
    const allowed = await runReact({
      task: open,
      tools,
      model: scriptedModel([final('3')]),
      requireCriterion: true,
      goal,
    });
    expect(allowed.flags).toEqual([]);
  });

  it('R16: phrases without an end are found, single words are not', () => {
    for (const [text, phrase] of [
      ['Find the best berth', 'the best'],
      ['Name as many harbours as you can.', 'as many'],
      ['List all of the piers', 'all of'],
      ['find  ALL\nthe piers', 'all the'],
      ['Try every possible route', 'every possible'],
    ] as const) {
      expect(openEndedTask(text)?.phrase, text).toBe(phrase);
    }
    for (const text of [
      'Is the bestiary at the alley open?',
      'Are most berths free, or all in use?',
      'Which best describes the tide: high or low?',
      'Does the ferry run every day at all?',
    ]) {
      expect(openEndedTask(text), text).toBeUndefined();
    }
  });

  it('R13: a goal reached in a step without a value has the last value of the run as its answer', async () => {
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: scriptedModel([action('tide', { hour: 7 }), action('radio', {})]),
      goal: (_, before) => before.length === 1,
    });
    expect(result).toMatchObject({ stopReason: 'goal_achieved', answer: '107' });
  });

  it.each([
    ['nothing was observed', () => true, 'no call has succeeded'],
    ['it answers with a promise', async () => true, 'must answer at once'],
    ['its promise fails', () => Promise.reject(new Error('late')), 'must answer at once'],
    ['its answer is undefined', () => ({ answer: undefined }), 'must answer true, false or'],
    ['it answers with a number', () => 1, 'must answer true, false or'],
  ])('R13: a goal check is a flag and no end when %s', async (_, check, flag) => {
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: scriptedModel([action('radio', {}), final('107')]),
      goal: check as unknown as GoalCheck,
    });
    expect(result).toMatchObject({ stopReason: 'final', answer: '107' });
    expect(result.flags).toHaveLength(1);
    expect(result.flags[0]).toContain(flag);
  });

  it('R13: candidates that differ in the order of their keys are one', async () => {
    const found = [
      { name: 'A', cm: 1 },
      { cm: 1, name: 'A' },
    ].map((value) => ({
      ok: true as const,
      tool: 'tide',
      value,
      text: '',
    }));
    const step = { n: 1, kind: 'act', thought: '', calls: [], verdicts: [], notes: [] } as const;
    const asStep = { ...step, calls: [], verdicts: [], notes: [], observations: found };
    expect(candidatesFound({ count: 2 })(asStep, [])).toBeUndefined();
    expect(candidatesFound({ count: 1 })(asStep, [])).toEqual({ answer: [{ name: 'A', cm: 1 }] });
  });

  it('R18: every N steps a note asks whether the actions still serve the task, without a call', async () => {
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: everyHour(),
      remindEvery: 2,
      limits: { maxSteps: 5 },
    });
    const reminded = result.steps.filter((step) => step.notes.some((note) => note.includes(task)));
    expect(reminded.map((step) => step.n)).toEqual([2, 4]);
    expect(result.counts.modelCalls).toEqual({ actor: 5 });
  });

  it('R10: the presets set the number of steps, and 10 is the default', async () => {
    const stepsWith = async (preset: object) => {
      const result = await runReact({
        ...preset,
        task,
        tools: harbourTools().tools,
        model: everyHour(),
      });
      return result.steps.length;
    };
    expect(await stepsWith({})).toBe(10);
    expect(await stepsWith(reactPresets.quickLookup)).toBe(5);
    expect(await stepsWith(reactPresets.default)).toBe(10);
    expect(await stepsWith(reactPresets.research)).toBe(20);
  });

  it('R10: three failures in a row, a window of 6, five steps without a milestone and a grace of two', async () => {
    const { tools } = harbourTools();
    const failing = await runReact({ task, tools, model: fromPolicy(() => action('radio', {})) });
    expect(failing).toMatchObject({ stopReason: 'error_limit' });
    expect(failing.steps.length).toBe(3);
    const idle = await runReact({
      task,
      tools,
      loop: false,
      model: fromPolicy(() => action('tide', { hour: 1 })),
    });
    expect(idle).toMatchObject({ stopReason: 'no_progress' });
    expect(idle.steps.length).toBe(8);
    expect(idle.flags.some((flag) => flag.startsWith('progress: '))).toBe(true);
  });

  it('LDET-025: what a tool calls sensitive is not quoted by the loop guard', async () => {
    const login = defineTool({
      name: 'login',
      description: 'Logs in.',
      effect: 'pure',
      sensitive: ['code'],
      input: z.object({ code: z.string() }),
      execute: () => 'in',
    });
    const result = await runReact({
      task,
      tools: createToolRegistry({ tools: [login] }),
      model: fromPolicy(() => action('login', { code: '4711-XYZ' })),
    });
    expect(result.stopReason).toBe('loop_detected');
    expect(result.reason).toContain('login(');
    expect(result.reason).not.toContain('4711-XYZ');
  });
});
