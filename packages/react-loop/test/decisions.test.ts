import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import type { DecideContext } from '../src/index.ts';
import { decideByActor, nativeFormat, type Parsed, runReact, textFormat } from '../src/index.ts';
import { action, harbourTools } from './support.ts';

const task = 'How high?';
const parsed = {
  kind: 'calls',
  thought: 't',
  calls: [{ tool: 'tide', args: { hour: 7 } }],
  flags: [],
};
const formats = [
  ['text', textFormat],
  ['native', nativeFormat],
] as const;

describe.each(formats)('what a decide comes to (%s)', (_, format) => {
  const run = (decide: unknown) => {
    const { tools } = harbourTools();
    const model = scriptedModel([action('tide', { hour: 7 })]);
    return runReact({ task, tools, model, format, keepSteps: 1, decide: decide as never });
  };

  it.each([
    [
      'nothing',
      async () => undefined,
      /The reply of a decision must be .* with text and toolCalls/,
    ],
    ['no reply', async () => ({ parsed }), /The reply of a decision must be/],
    [
      'a reply without calls',
      async () => ({ parsed, reply: { text: 'x' } }),
      /The reply of a decision/,
    ],
    [
      'no step',
      async (context: DecideContext) => ({ ...(await decideByActor(context)), parsed: undefined }),
      /The step of a decision must be an object of the kind calls, final, give_up, parse_error/,
    ],
    [
      'calls that are none',
      async (context: DecideContext) => ({
        ...(await decideByActor(context)),
        parsed: { ...parsed, calls: undefined },
      }),
      /The step of a decision/,
    ],
  ])('R5: %s ends the run with a sentence about it', async (_, decide, sentence) => {
    const result = await run(decide);
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toMatch(sentence);
  });
});

describe('what a selector comes to', () => {
  it('R5: no step ends the run with a sentence about it', async () => {
    const { tools } = harbourTools();
    const selector = () => ({ kind: 'action' }) as unknown as Parsed;
    const result = await runReact({ task, tools, model: scriptedModel(['I look.']), selector });
    expect(result).toMatchObject({ stopReason: 'error' });
    expect(result.reason).toMatch(/The step of a decision must be/);
  });
});
