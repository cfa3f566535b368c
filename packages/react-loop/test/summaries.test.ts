import type { Model, ModelReply } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { jsonFormat, nativeFormat, runReact, type StepFormat, textFormat } from '../src/index.ts';
import { blocksOf, called, calls, countingTool, runNative } from './native-support.ts';
import { action } from './support.ts';

const page = () => countingTool('page', ({ p }) => `page ${p} `.padEnd(1_000, '.')).tool;
const ask = (p: number) => calls(called('page', { p }));
const asJson = (p: number) => JSON.stringify({ action: 'page', action_input: { p } });
type Form = readonly [string, StepFormat, (p: number) => string | ReturnType<typeof calls>];

const formats: readonly Form[] = [
  ['text', textFormat, (p: number) => action('page', { p })],
  ['json', jsonFormat, asJson],
  ['native', nativeFormat, ask],
];

/** A run of one step and the summary that a model then writes. */
async function sumUp([, format, step]: Form, said: string) {
  const options = { limits: { maxSteps: 1 }, synthesis: 'model', format } as const;
  const tools = createToolRegistry({ tools: [page()] });
  const model = scriptedModel([step(1), said]);
  return runReact({ task: 'Read.', tools, model, ...options });
}

describe.each(formats)('what a model writes after the end of a %s run', (...form) => {
  it('R8: is told without the reasoning, which is flagged', async () => {
    const { partial, flags } = await sumUp(form, '<think>hidden</think>Found it.');
    expect(partial.said).toBe('Found it.');
    expect(partial.text).toMatch(/^Summary: Found it\. Found page/);
    expect(flags).toContain('synthesis: reasoning_removed');
  });

  it.each([
    '<tool_call>{"name":"page","arguments":{}}</tool_call>',
    '<tool_call>{"name":"page"',
    '<think>hidden',
    'Action: page\nAction Input: {"p": 2}',
  ])('R8: is dropped and flagged when it is a call or nothing: %s', async (said) => {
    const { partial, flags } = await sumUp(form, said);
    expect(partial.said).toBeUndefined();
    expect(partial.text).toMatch(/^Found page/);
    expect(flags.some((flag) => flag.startsWith('synthesis: '))).toBe(true);
  });

  it('R8: may come in the form of a step', async () => {
    expect((await sumUp(form, 'Final Answer: Found it.')).partial.said).toBe('Found it.');
  });

  it.each(['thrown', 'finish'])(
    'R8: after a request that was too large it is asked for in a small one (%s)',
    async (way) => {
      const script = [1, 2, 3, 4, 5].map(form[2]);
      const sizes: number[] = [];
      let summary = '';
      const tooLarge = () => {
        if (way === 'finish') return { text: '', finish: 'context_window' as const };
        throw Object.assign(new Error('too long'), { kind: 'context_overflow', retryable: false });
      };
      const model: Model = {
        id: 'small',
        async generate(request): Promise<Partial<ModelReply> & { text: string }> {
          sizes.push(JSON.stringify(request).length);
          if (sizes.at(-1)! > 5_000) return tooLarge();
          if (blocksOf(request).join('').includes('Earlier steps')) {
            summary = blocksOf(request).join('');
            return { text: 'Four pages.' };
          }
          const said = script.shift()!;
          return typeof said === 'string' ? { text: said } : said;
        },
      };
      const result = await runReact({
        task: 'Read.',
        tools: createToolRegistry({ tools: [page()] }),
        model,
        format: form[1],
        synthesis: 'model',
      });
      expect(result).toMatchObject({ stopReason: 'budget', partial: { said: 'Four pages.' } });
      expect(sizes.at(-1)).toBeLessThan(2_500);
      expect(summary).toContain('- step 1: page({"p":1}): ok, 1000 characters: page 1');
    },
  );
});

describe('the thought of a native step', () => {
  it('P9: beside calls holds no reasoning, and says so in a flag', async () => {
    const said = { ...ask(1), text: '<think>hidden</think>I look.' };
    const end = { ...calls(called('give_up', { reason: 'r' })), text: '<think>why</think>' };
    const { result } = await runNative([said, end], [page()]);
    expect(result.steps.map(({ thought }) => thought)).toEqual(['I look.', '']);
    expect(result.flags).toEqual([
      'parser: step 1: reasoning_removed',
      'parser: step 2: reasoning_removed',
    ]);
  });
});
