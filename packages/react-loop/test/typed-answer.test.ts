import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runReact, type StepFormat, textFormat } from '../src/index.ts';
import { final, harbourTools } from './support.ts';

const task = 'How high is the tide at seven?';
const { tools } = harbourTools();
const tide = z.object({ place: z.object({ name: z.string() }), cm: z.number() });

describe('typed answers', () => {
  it('are announced: the model reads the JSON Schema of what it has to write', async () => {
    const model = scriptedModel([final('{"cm": 107, "place": {"name": "Brest"}}')]);
    let announced: unknown;
    const format: StepFormat = {
      ...textFormat,
      start(input) {
        announced = input.answerSchema;
        return textFormat.start(input);
      },
    };
    const result = await runReact({ task, tools, model, format, answer: tide });
    expect(result.status === 'solved' && result.answer.place.name).toBe('Brest');
    const { system } = model.requests[0]!;
    expect(system).toContain(
      'fits this JSON Schema: {"properties":{"cm":{"type":"number"},"place":{"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"}},"required":["place","cm"],"type":"object"}',
    );
    expect(announced).toMatchObject({ type: 'object', required: ['place', 'cm'] });
    const untyped = scriptedModel([final('x')]);
    await runReact({ task, tools, model: untyped });
    expect(untyped.requests[0]?.system).not.toContain('JSON Schema');
  });

  it('what does not fit is told by field, and no more of it than the model can use', async () => {
    const model = scriptedModel([
      final('{"cm": "high", "place": {}}'),
      final('{"cm": 107, "place": {"name": "Brest"}}'),
    ]);
    const result = await runReact({ task, tools, model, answer: tide });
    const said = result.steps[0]?.calls[0]?.unreadable;
    expect(said).toMatch(/^answer_invalid: The answer does not fit: /);
    expect(said).toContain('place.name: ');
    expect(said).toContain('cm: ');

    const many = z.array(z.number());
    const wordy = scriptedModel([final(JSON.stringify(Array(2_000).fill('x'))), final('[1]')]);
    const long = await runReact({ task, tools, model: wordy, answer: many });
    const feedback = long.steps[0]?.calls[0]?.unreadable ?? '';
    expect(feedback).toContain('0: ');
    expect(feedback).toContain('[cut: ');
    expect(feedback.length).toBeLessThan(1_100);
  });

  it('R2: a schema that never answers accepts nothing, and the run ends within its steps', async () => {
    const validate = () => new Promise<never>(() => {});
    const answer = { '~standard': { version: 1, vendor: 'x', validate } } as const;
    const model = scriptedModel([final('one'), final('two')]);
    const limits = { maxSteps: 2, callMs: 1 };
    const result = await runReact<unknown>({ task, tools, model, answer, limits });
    expect(result.stopReason).toBe('max_steps');
    expect(result.steps[1]?.calls[0]?.unreadable).toBe(
      'answer_invalid: The answer does not fit: its check did not answer within 1 ms',
    );
  });

  it.each([
    ['a fence', '```json\n[1, 2]\n```'],
    ['a fence without a name', '```\n[1, 2]\n```\n'],
    ['a long fence', '~~~~\n[1,\n2]\n~~~~'],
    ['a fence on one line', '```[1, 2]```'],
  ])('JSON of any type is read from %s', async (_, text) => {
    const answer = z.array(z.number());
    const result = await runReact({ task, tools, model: scriptedModel([final(text)]), answer });
    expect(result).toMatchObject({ status: 'solved', answer: [1, 2] });
  });

  it.each([
    '```json\n[1, 2]',
    '```json\n[1]...',
    '```json\n[1]\n```\n```json\n[2]\n```',
    'Not this:\n```json\n[1]\n```',
    '```',
    '`````',
  ])('R12: %j is no fence around the whole answer', async (text) => {
    const answer = z.array(z.number());
    const model = scriptedModel([final(text), final('[3]')]);
    expect(await runReact({ task, tools, model, answer })).toMatchObject({ answer: [3] });
  });

  it('a fenced text that is wanted as a text stays as it is', async () => {
    const text = '```json\n[1, 2]\n```';
    const model = scriptedModel([final(text)]);
    const result = await runReact({ task, tools, model, answer: z.string() });
    expect(result).toMatchObject({ answer: text });
  });

  it('a schema that throws has not accepted the answer, and the model gets another step', async () => {
    const model = scriptedModel([final('one'), final('two')]);
    const answer = z.string().refine((text) => {
      if (text === 'one') throw new TypeError('bad rule');
      return true;
    });
    const result = await runReact({ task, tools, model, answer });
    expect(result).toMatchObject({ status: 'solved', answer: 'two' });
    expect(result.steps[0]?.calls[0]?.unreadable).toBe(
      'answer_invalid: The answer does not fit: its schema threw TypeError: bad rule',
    );
  });

  it('a schema that JSON Schema cannot express is checked all the same', async () => {
    const model = scriptedModel([final('2024-05-01')]);
    const answer = z.custom<`${number}-${string}`>((value) => String(value).startsWith('2024-'));
    const result = await runReact({ task, tools, model, answer });
    expect(result).toMatchObject({ status: 'solved', answer: '2024-05-01' });
  });
});
