import { fromPolicy } from '@loopwright/providers';
import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { runReact, type StopCheck } from '../src/index.ts';
import { action, final, harbourTools } from './support.ts';

const task = 'How high is the tide at seven?';
const tools = () => harbourTools().tools;
const everyHour = () => {
  let hour = 0;
  return fromPolicy(() => action('tide', { hour: hour++ }));
};

describe('named goals', () => {
  it('R13: the reason and the verdict name the check that held', async () => {
    const result = await runReact({
      task,
      tools: tools(),
      model: everyHour(),
      goal: { never: () => false, 'three seen': (step) => step.n === 3 && { answer: 'three' } },
    });
    expect(result).toMatchObject({
      stopReason: 'goal_achieved',
      answer: 'three',
      reason: 'The goal "three seen" was reached in step 3',
    });
    expect(result.steps[2]?.verdicts).toMatchObject([{ guard: 'goal:three seen', kind: 'done' }]);
  });

  it('R13: of several the first is the answer, the others are flags; one that throws hides none', async () => {
    const result = await runReact({
      task,
      tools: tools(),
      model: everyHour(),
      goal: {
        broken: () => {
          throw new Error('bad predicate');
        },
        first: () => ({ answer: 1 }),
        second: () => ({ answer: 2 }),
      },
    });
    expect(result).toMatchObject({ answer: '1', reason: 'The goal "first" was reached in step 1' });
    expect(result.flags).toEqual([
      'goal:broken: the guard threw Error: bad predicate',
      'goal_achieved: The goal "second" was reached in step 1',
    ]);
  });
});

describe('stop conditions', () => {
  it('R9: end the run without an answer, and the reason says which one held and why', async () => {
    const result = await runReact({
      task,
      tools: tools(),
      model: everyHour(),
      stopWhen: { never: () => undefined, dear: (_, before) => before.length === 1 && 'it costs' },
    });
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'condition_met',
      reason: 'The stop condition "dear" held in step 2: it costs',
    });
    expect(result.steps[1]?.verdicts).toMatchObject([
      { guard: 'stopWhen:dear', kind: 'stop', data: { condition: 'dear' } },
    ]);
    expect('answer' in result).toBe(false);
    expect(result.partial.found).toEqual([100, 101]);
  });

  it('R17: a goal comes before a stop condition, and that before a loop', async () => {
    const same = () => fromPolicy(() => action('tide', { hour: 7 }));
    const stopWhen = { fourth: (step: { n: number }) => step.n === 4 };
    const stopped = await runReact({ task, tools: tools(), model: same(), stopWhen });
    expect(stopped.stopReason).toBe('condition_met');
    expect(stopped.flags.some((flag) => flag.startsWith('loop_detected: '))).toBe(true);
    const goal = (step: { n: number }) => step.n === 4;
    const solved = await runReact({ task, tools: tools(), model: same(), stopWhen, goal });
    expect(solved.stopReason).toBe('goal_achieved');
    expect(solved.flags.some((flag) => flag.startsWith('condition_met: '))).toBe(true);
  });

  it.each([
    ['a promise', async () => true, 'at once, not with a promise'],
    ['a number', () => 1, 'true, false or the reason'],
    [
      'an error',
      () => {
        throw new Error('bad condition');
      },
      'bad condition',
    ],
  ])('R9: %s is a flag, and the run goes on', async (_, check, flag) => {
    const result = await runReact({
      task,
      tools: tools(),
      model: scriptedModel([action('tide', { hour: 7 }), final('107')]),
      stopWhen: { odd: check as unknown as StopCheck },
    });
    expect(result).toMatchObject({ status: 'solved', answer: '107' });
    expect(result.flags).toEqual([expect.stringContaining(flag)]);
  });

  it('R16: a stop condition is no completion criterion', async () => {
    const open = { task: 'Find the best berth', tools: tools(), requireCriterion: true };
    const stopWhen = { late: () => false };
    const refused = runReact({ ...open, model: scriptedModel([]), stopWhen });
    await expect(refused).rejects.toMatchObject({ code: 'missing_criterion' });
  });
});
