import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { PerformOptions } from '../src/index.ts';
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

  describe('is checked within the cancellation and the grace of the call', () => {
    /** A tool that settles after a while, whose result is checked for a while. */
    const slow = (settlesMs: number, checkMs: number, effect: 'once' | 'pure' = 'once') => {
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const tool = defineTool({
        name: 'sum',
        description: 'Adds.',
        input: z.object({}),
        output: z.any().refine(async () => {
          await wait(checkMs);
          return true;
        }),
        effect,
        timeoutMs: 1_000,
        execute: async () => {
          await wait(settlesMs);
          return 'receipt';
        },
      });
      const registry = createToolRegistry({ tools: [tool] });
      return async (options: PerformOptions) =>
        registry.perform(await registry.admit(call('sum')), options);
    };

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each([
      ['once', 'invalid_result', 'the call was cancelled before the result was checked'],
      ['pure', 'aborted', 'the call was cancelled'],
    ] as const)('a cancellation is not held up by it (%s)', async (effect, code, message) => {
      const controller = new AbortController();
      const performed = slow(10, 900, effect)({ signal: controller.signal });
      await vi.advanceTimersByTimeAsync(50);
      controller.abort();
      const { observation, outcome, ms } = await performed;
      expect(errorOf(observation)).toMatchObject({ code });
      expect(observation.text).toContain(message);
      expect({ outcome, ms }).toEqual({ outcome: 'done', ms: 50 });
    });

    it('what a tool settles to within the grace is its result', async () => {
      const performed = slow(1_050, 20)({ graceMs: 100 });
      await vi.advanceTimersByTimeAsync(1_200);
      const { observation, ms } = await performed;
      expect(observation.text).toBe('receipt');
      expect(ms).toBe(1_070);
    });

    it('and no longer than the grace', async () => {
      const performed = slow(1_050, 500)({ graceMs: 100 });
      await vi.advanceTimersByTimeAsync(2_000);
      const { observation, outcome, ms } = await performed;
      expect(observation.text).toContain('the check of the result did not end in time');
      expect({ outcome, ms }).toEqual({ outcome: 'done', ms: 1_100 });
    });
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
