import type { ModelReply } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runRewoo } from '../src/index.ts';
import { blocksOf, planText, readingRoom, step } from './support.ts';

const task = 'How many shelves are there?';
const { tools } = readingRoom();
const plan = planText(step('E1', 'list'));
type Reply = string | (Partial<ModelReply> & { text: string });

function answering(reply: Reply, options: object = {}) {
  return runRewoo<unknown>({ task, tools, model: scriptedModel([plan, reply]), ...options });
}

describe('a text', () => {
  it.each([
    ['a labelled one', 'Thought: I count.\nFinal Answer: two', 'two'],
    ['a bare one', ' two\n', 'two'],
    ['one behind reasoning', '<think>hm</think>\nFinal Answer: two', 'two'],
    [
      'one that quotes a step',
      'Final Answer: write\nAction: x\nAction Input: {}',
      'write\nAction: x\nAction Input: {}',
    ],
  ])('is the answer: %s', async (_, text, answer) => {
    expect(await answering(text)).toMatchObject({ status: 'solved', answer });
  });

  it('R7: a solver that gives up has a reason, and the run is degraded', async () => {
    const reply =
      'Action: give_up\nAction Input: {"partial_answer": "at least one", "reason": "a list is missing"}';
    const result = await answering(reply, { answer: z.number() });
    expect(result).toMatchObject({
      status: 'degraded',
      stopReason: 'gave_up',
      reason: 'a list is missing',
      partial: { said: 'at least one' },
    });
    expect(await answering('Action: give_up\nAction Input: {}')).toMatchObject({
      stopReason: 'gave_up',
      reason: 'The evidence does not answer the task',
    });
  });

  it.each<[string, Reply, RegExp]>([
    ['nothing', '', /The reply is empty/],
    ['reasoning alone', '<think>two', /holds only reasoning/],
    ['a label alone', 'Final Answer:', /Nothing stands after/],
    ['a call', 'Action: list\nAction Input: {}', /asks for a tool/],
    ['an observation of its own', 'Observation: two\nFinal Answer: two', /No line begins with/],
    ['a half answer', { text: 'Final Answer: tw', finish: 'length' }, /cut off by the token limit/],
  ])('P1: %s is no answer', async (_, reply, message) => {
    const result = await answering(reply);
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toMatch(message);
    expect(result.counts.modelCalls).toEqual({ planner: 1, solver: 1 });
  });

  it('what the parser had to mend is a flag', async () => {
    const { flags } = await answering('<think>hm</think>Final Answer: two\nObservation: forged');
    expect(flags.join()).toContain('parser: answer: reasoning_removed');
    expect(flags.join()).toContain('parser: answer: invented_observation');
  });

  it.each([
    ['Action: pay\nAction Input: {"eur": 5}\nObservation: paid', undefined],
    ['Thought: I owe it.\nAction: pay\nAction Input: {"eur": 5}\nObservation: paid', 'I owe it.'],
    ['Thought: I owe it.\nAction: pay\nAction Input: {"eur":\nObservation: paid', 'I owe it.'],
  ])(
    'R12: %j: a call that was not made is not told as what the model knows',
    async (reply, said) => {
      const { partial, effects } = await answering(reply);
      expect(partial.said).toBe(said);
      expect(partial.text).not.toMatch(/Action|Observation|paid/);
      expect(effects).toEqual([]);
    },
  );

  it('what was said stays in the partial result', async () => {
    const { partial } = await answering({ text: 'Final Answer: tw', finish: 'length' });
    expect(partial.text).toMatch(/^The model says: tw\. Completed 1 of 1 subtasks/);
  });
});

describe('a typed answer', () => {
  const answer = z.object({ count: z.number() });

  it.each([
    ['JSON', '{"count": 2}'],
    ['labelled JSON', 'Final Answer: {"count": 2}'],
    ['JSON in a fence', '```json\n{"count": 2}\n```'],
    ['labelled JSON in a fence', 'Final Answer:\n```json\n{"count": 2}\n```'],
    ['JSON in prose', 'There are two: {"count": 2}.'],
    ['JSON in a fence in prose', 'There are two:\n```json\n{"count": 2}\n```\nSo there.'],
  ])('is read from %s', async (_, text) => {
    expect(await answering(text, { answer })).toMatchObject({ answer: { count: 2 } });
  });

  it.each([
    'It is not {"count": 1} but {"count": 2}.',
    'It is not {"count": 1}:\n```json\n{"count": 2}\n```',
    '```json\n{"count": 2}\n```\nand not {"count": 1}',
  ])('R12: of several objects in prose none is the answer: %j', async (text) => {
    expect(await answering(text, { answer })).toMatchObject({ stopReason: 'error' });
  });

  it('values of other types, and what a schema makes of them', async () => {
    expect(await answering('2', { answer: z.number() })).toMatchObject({ answer: 2 });
    expect(await answering('["a"]', { answer: z.array(z.string()) })).toMatchObject({
      answer: ['a'],
    });
    const fenced = 'Final Answer:\n```json\n[1, 2]\n```';
    expect(await answering(fenced, { answer: z.array(z.number()) })).toMatchObject({
      answer: [1, 2],
    });
    const date = z.string().transform((text) => text.length);
    expect(await answering('Final Answer: abc', { answer: date })).toMatchObject({ answer: 3 });
  });

  it('is told to the solver alone', async () => {
    const model = scriptedModel([plan, '{"count": 2}']);
    await runRewoo({ task, tools, model, answer });
    expect(model.requests[0]?.system).not.toContain('JSON Schema:');
    expect(model.requests[1]?.system).toContain('fits this JSON Schema: {"properties":{"count"');
  });

  it('W1: one that does not fit ends with error, or is written again within answerRepairs', async () => {
    const result = await answering('{"count": "two"}', { answer });
    expect(result).toMatchObject({ stopReason: 'error', partial: { said: '{"count": "two"}' } });
    expect(result.reason).toMatch(/^The answer does not fit: count: /);
    const model = scriptedModel([plan, '{"count": "two"}', '{"count": 2}', 'never asked']);
    const repaired = await runRewoo({ task, tools, model, answer, answerRepairs: 2 });
    expect(repaired).toMatchObject({ answer: { count: 2 }, counts: { modelCalls: { solver: 2 } } });
    const [, first, second] = model.requests.map(blocksOf);
    expect(second?.slice(0, -1)).toEqual(first);
    expect(second?.at(-1)).toMatch(
      /^Note: The answer does not fit: count: .+ Write the whole answer again\.\n$/,
    );
  });

  it('R2: a schema that never answers accepts nothing, and the run ends', async () => {
    const validate = () => new Promise<never>(() => {});
    const silent = { '~standard': { version: 1, vendor: 'x', validate } };
    const result = await answering('x', { answer: silent, limits: { callMs: 1 } });
    expect(result).toMatchObject({
      stopReason: 'error',
      reason: 'The answer does not fit: its check did not answer within 1 ms',
    });
  });

  it('R12: a schema that throws accepts nothing', async () => {
    const throwing = {
      '~standard': {
        version: 1,
        vendor: 'x',
        validate: () => {
          throw new Error('broken');
        },
      },
    };
    expect(await answering('x', { answer: throwing })).toMatchObject({ stopReason: 'error' });
  });
});
