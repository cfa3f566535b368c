import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { candidatesFound, reactBounds, runReact, startReact } from '../src/index.ts';
import { harbourTools } from './support.ts';

describe('options that cannot be meant', () => {
  const model = scriptedModel([]);
  const options = { task: 'How high is the tide?', tools: harbourTools().tools, model };
  const run = (more: object) => runReact({ ...options, ...more });

  it.each([
    [{ onParseError: 'ignore' }, "onParseError must be 'observe' or 'stop', not 'ignore'"],
    [{ synthesis: 'rules' }, "synthesis must be 'template' or 'model', not 'rules'"],
    [{ goal: true }, 'goal must be a function, or an object of named functions, not true'],
    [{ decide: {} }, 'decide must be a function, not an object of another kind'],
    [{ selector: 'small' }, /^selector must be a function or a model: .+, not 'small'$/],
    [{ guards: [{ name: 'mine' }] }, /^guards\[0\] must be one of factories: functions/],
    [{ guards: () => undefined }, /^guards must be a list of factories/],
    [{ advisors: [() => 'hm'] }, /^advisors\[0\] must be one of objects with an advise function/],
    [
      { answer: { type: 'object' } },
      'answer must be a Standard Schema, not an object of another kind',
    ],
    [{ model: undefined }, /^model must be a model: .+ generate function, not undefined$/],
    [{ models: { critic: {} } }, /^models\.critic must be a model/],
    [{ models: { poet: model } }, /^There is no role poet in this run; the roles are actor, /],
    [{ maxSteps: 5 }, 'maxSteps is a limit: write limits: { maxSteps: … }'],
    [{ temperature: 1 }, /^There is no option temperature; the options are task, model, /],
    [
      { format: 'json' },
      "format must be a StepFormat, such as textFormat, jsonFormat or nativeFormat, not 'json'",
    ],
    [{ loop: true }, 'loop must be an object of options, or false, not true'],
    [{ limits: 5 }, 'limits must be an object, not 5'],
    [{ instructions: 0 }, 'instructions must be a text, not 0'],
    [{ loop: { windowSize: 0 } }, /^loop: windowSize /],
    [{ progress: { stallGrace: -1 } }, /^progress: /],
    [{ errorLimit: { maxConsecutiveErrors: 0 } }, /^errorLimit: /],
    [{ goal: {} }, 'goal must be a function, or an object of named functions'],
    [{ goal: { a: 1 } }, 'goal must be a function, or an object of named functions'],
    [{ stopWhen: () => true }, 'stopWhen must be an object of named functions, not a function'],
    [{ stopWhen: { '': () => true } }, 'stopWhen must be an object of named functions'],
    [{ keepSteps: 1.5 }, 'keepSteps must be a whole number of at least 0, not 1.5'],
    [{ concludeAtLimit: 1 }, 'concludeAtLimit must be true or false, not 1'],
    [{ remindEvery: -1 }, /^remindEvery must be a whole number of at least 0/],
  ])('%j: are refused by name', async (more, message) => {
    const refused = { code: 'invalid_option', message: expect.stringMatching(message) };
    await expect(run(more)).rejects.toMatchObject(refused);
    expect(() => startReact({ ...options, ...more } as never)).toThrow();
    expect(model.requests).toEqual([]);
  });

  it.each([
    [undefined, /^The options must be an object with tools, not undefined/],
    [{}, /^tools must be a tool registry/],
    [{ tools: options.tools, limits: null }, 'limits must be an object, not null'],
    [{ tools: options.tools, format: {} }, /^format must be a StepFormat/],
    [{ tools: options.tools, advisors: null }, /^advisors must be a list of objects/],
  ])('R2: bounds of %j are refused by name', (given, message) => {
    expect(() => reactBounds(given as never)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringMatching(message),
      }),
    );
  });

  it('no options at all are refused, too', async () => {
    const withoutTypes = runReact as unknown as () => Promise<unknown>;
    await expect(withoutTypes()).rejects.toMatchObject({ code: 'invalid_option' });
  });

  it('startReact throws at once: an empty task, a limit, a task without an end', () => {
    for (const [more, code] of [
      [{ task: ' ' }, 'invalid_task'],
      [{ limits: { maxSteps: 0 } }, 'invalid_limit'],
      [{ task: 'Find the best berth', requireCriterion: true }, 'missing_criterion'],
    ] as const) {
      expect(() => startReact({ ...options, ...more })).toThrow(expect.objectContaining({ code }));
    }
  });

  it('R13: a number of candidates that can never be reached, or always is, is refused', () => {
    for (const count of [0, -1, 1.5, Number.NaN, Infinity, '3' as unknown as number]) {
      expect(() => candidatesFound({ count })).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
  });
});
