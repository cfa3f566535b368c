import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { called, calls, countingTool, runNative } from './native-support.ts';

const tide = () => countingTool('tide', ({ hour }) => 100 + Number(hour)).tool;
const ask = calls(called('tide', { hour: 7 }));
const order = z.object({ action: z.enum(['buy', 'sell', 'give_up']), qty: z.number() });
const buy = { action: 'buy', qty: 3 };
const buyJson = JSON.stringify(buy);

/** A run of two steps of which the second is the last and is asked for its answer as text. */
async function conclude(
  said: Parameters<typeof runNative>[0][0],
  answer: z.ZodType = order,
  options: Parameters<typeof runNative>[2] = {},
) {
  const concluding = { concludeAtLimit: true, limits: { maxSteps: 2 } };
  return (await runNative([ask, said], [tide()], { answer, ...concluding, ...options })).result;
}

describe('a typed answer on the last step, where no call can be made', () => {
  const call = z.object({ name: z.string(), arguments: z.looseObject({}) });

  it.each([
    ['an object that looks like a step', buyJson, order, buy],
    ['an object that looks like a surrender', '{"action":"give_up","qty":0}', order, undefined],
    ['the arguments of final', `{"answer": ${buyJson}}`, order, buy],
    ['the arguments of final with a list', '{"answer": [1, 2]}', z.array(z.number()), [1, 2]],
    ['an object that looks like a call', '{"name":"tide","arguments":{"hour":7}}', call, undefined],
    ['an object behind reasoning', `<think>{"action":"sell"}</think>\n${buyJson}`, order, buy],
    ['an object in a fence', `\`\`\`json\n${buyJson}\n\`\`\``, order, buy],
  ])('R7: is %s', async (_, text, schema, answer) => {
    const result = await conclude(text, schema);
    expect(result).toMatchObject({ status: 'solved', stopReason: 'final' });
    expect(result.status === 'solved' && result.answer).toEqual(answer ?? JSON.parse(text));
    expect(result.flags.join()).not.toContain('text_around_answer');
  });

  it('R7: stands amid other text, and that is flagged', async () => {
    const result = await conclude(`Here:\n\`\`\`json\n${buyJson}\n\`\`\`\nGood luck.`);
    expect(result).toMatchObject({ status: 'solved', answer: buy });
    expect(result.flags).toContain('parser: step 2: text_around_answer');
  });

  it.each([
    ['a surrender', '{"action":"give_up","action_input":{"reason":"r"}}', 'gave_up'],
    ['a marked call', '<tool_call>{"name":"tide","arguments":{}}</tool_call>', 'max_steps'],
    ['a broken call', '<tool_call>{"name":"tide"}</tool_call>', 'max_steps'],
    ['a call in labels', 'Action: tide\nAction Input: {"hour": 7}', 'max_steps'],
    ['a reply that was cut off', { text: buyJson, finish: 'length' as const }, 'max_steps'],
  ])('R7: %s is none, whatever the type takes', async (_, said, stopReason) => {
    expect(await conclude(said, z.looseObject({}))).toMatchObject({ stopReason });
  });

  it('R7: what a caller decided about a reply is not read again', async () => {
    const code = 'vetoed';
    const result = await conclude(buyJson, order, {
      async decide({ run, request, format, toolNames }) {
        const reply = await run.think(request, 'actor');
        const parsed = format.read(reply, toolNames);
        if (reply.toolCalls.length > 0) return { reply, parsed };
        return {
          reply,
          parsed: { kind: 'parse_error', thought: '', code, message: 'no', flags: [] },
        };
      },
    });
    expect(result).toMatchObject({ stopReason: 'max_steps' });
    expect(result.steps[1]?.calls[0]?.unreadable).toBe('vetoed: no');
  });
});
