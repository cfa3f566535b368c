import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolRegistry, defineTool, type ToolEffect } from '../src/index.ts';
import { call, errorOf } from './support.ts';

const output = z.object({ total: z.number().min(1), note: z.optional(z.string()) });

async function perform(returned: unknown, effect: ToolEffect = 'pure', schema: unknown = output) {
  const tool = defineTool({
    name: 'sum',
    description: 'Adds.',
    input: z.object({}),
    output: schema as typeof output,
    effect,
    execute: () => returned,
  });
  const registry = createToolRegistry({ tools: [tool] });
  return registry.perform(await registry.admit(call('sum')));
}

describe('T6: the result of a tool with an output schema', () => {
  it('is what the schema makes of it', async () => {
    const { observation, outcome } = await perform({ total: 3, password: 'hunter2' });
    expect(observation).toEqual({
      tool: 'sum',
      ok: true,
      value: { total: 3 },
      text: '{"total":3}',
    });
    expect(outcome).toBe('done');
  });

  it('that does not fit is a permanent failure, told without its values', async () => {
    const { observation, outcome } = await perform({ total: 'hunter2', note: 7 });
    expect(errorOf(observation)).toMatchObject({
      type: 'InvalidResult',
      class: 'permanent',
      code: 'invalid_result',
    });
    expect(observation.text).toBe(
      'ERROR[sum]: InvalidResult: the tool ran, but its result is not what it promises: ' +
        'total: expected number, received string; note: expected string, received number',
    );
    expect(outcome).toBe('done');
  });

  it('that does not fit is not quoted by the message of a library either', async () => {
    const schema = z.string().refine(() => false, { error: ({ input }) => `bad: ${input}` });
    const { observation } = await perform('hunter2', 'pure', schema);
    expect(observation.text).not.toContain('hunter2');
  });

  it.each<ToolEffect>(['once', 'idempotent'])(
    'that does not fit does not undo the effect of a tool that is %s',
    async (effect) => {
      const { observation, outcome } = await perform({}, effect);
      expect(outcome).toBe('done');
      expect(observation.text).toContain('the call has taken effect, but its result');
    },
  );

  it.each<[name: string, schema: unknown, message: string]>([
    [
      'throws',
      z.any().transform(() => {
        throw new TypeError('x');
      }),
      'itself failed with TypeError',
    ],
    ['never answers', z.any().refine(() => new Promise(() => {})), 'did not end in time'],
  ])('is a failure when the schema %s', async (_name, schema, message) => {
    const tool = defineTool({
      name: 'sum',
      description: 'Adds.',
      input: z.object({}),
      output: schema as typeof output,
      effect: 'pure',
      timeoutMs: 20,
      execute: () => ({}),
    });
    const observation = await createToolRegistry({ tools: [tool] }).dispatch(call('sum'));
    expect(errorOf(observation)).toMatchObject({ code: 'invalid_result' });
    expect(observation.text).toContain(message);
  });

  it('that cannot be shown at all says so, not that it does not fit', async () => {
    expect(errorOf((await perform(() => 1)).observation).code).toBe('unsupported_result');
  });

  it('may be a failure, which the schema is not asked about', async () => {
    expect(errorOf((await perform(new Error('down'))).observation).code).toBe('thrown');
  });

  it('refuses an output that is no schema when the tool is defined', async () => {
    await expect(perform(1, 'pure', { type: 'number' })).rejects.toMatchObject({
      code: 'invalid_schema',
    });
  });
});
