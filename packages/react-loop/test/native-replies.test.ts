import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nativeFormat } from '../src/index.ts';
import {
  blocksOf,
  called,
  calls,
  callsOf,
  countingTool,
  expectPaired,
  resultsOf,
  runNative,
} from './native-support.ts';

const tide = () => countingTool('tide', ({ hour }) => 100 + Number(hour));
const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null };
const read = (text: string) =>
  nativeFormat.read({ text, toolCalls: [], finish: 'stop', usage, warnings: [] }, ['tide']);

describe('how a native run ends', () => {
  it('P3: an answer beats the calls beside it; they are flagged and not run', async () => {
    const { tool, seen } = tide();
    const turn = calls(called('tide', { hour: 7 }), called('final', { answer: '107' }));
    const { result } = await runNative([turn], [tool]);
    expect(result).toMatchObject({ status: 'solved', answer: '107' });
    expect(seen).toEqual([]);
    expect(result.flags).toEqual(['parser: step 1: call_ignored: tide beside final']);
  });

  it('R7: give_up ends the run as degraded with what was found, calls beside it or not', async () => {
    const { tool, seen } = tide();
    const giveUp = called('give_up', { partial_answer: 'low', reason: 'no table' });
    const { result } = await runNative([calls(called('tide'), giveUp)], [tool]);
    expect(result).toMatchObject({ status: 'degraded', stopReason: 'gave_up', reason: 'no table' });
    expect(result.partial.said).toBe('low');
    expect(seen).toEqual([]);
  });

  it('P3: an answer beats a surrender in the same reply', async () => {
    const turn = calls(called('give_up', {}), called('Final Answer', { answer: 'yes' }));
    const { result } = await runNative([turn]);
    expect(result).toMatchObject({ stopReason: 'final', answer: 'yes' });
  });

  it('R4: an answer that does not fit costs a step; its call and those beside it get results', async () => {
    const { tool, seen } = tide();
    const answer = z.object({ count: z.number() });
    const wrong = calls(called('tide', {}), called('final', { answer: { count: 'three' } }));
    const { result, last } = await runNative(
      [wrong, calls(called('final', { answer: { count: 3 } }))],
      [tool],
      { answer },
    );
    expect(result).toMatchObject({ status: 'solved', answer: { count: 3 } });
    expect(seen).toEqual([]);
    expect(resultsOf(last).map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^ERROR\[parse\]: not started, because of another call: answer_invalid/,
      ),
      expect.stringMatching(/^ERROR\[parse\]: answer_invalid: .*count/),
    ]);
  });

  it.each([
    ['unreadable', '{"answer":', /truncated: The arguments of final cannot be read/],
    ['without an answer', '{}', /empty: The answer is missing/],
    ['of nothing', '{"answer": ""}', /empty: The answer is missing/],
  ])('an answer that is %s is a parse error and not an answer', async (_, args, message) => {
    const { result, last } = await runNative([calls(called('final', args)), 'now: 5']);
    expect(result).toMatchObject({ answer: 'now: 5' });
    expect(resultsOf(last)[0]?.text).toMatch(message);
    expect(result.steps[0]?.calls[0]?.tool).toBe('PARSE_ERROR');
  });

  it('a typed answer may also come as text, alone or in a fence', async () => {
    const answer = z.object({ count: z.number() });
    for (const text of ['{"count": 3}', '```json\n{"count": 3}\n```']) {
      const { result } = await runNative([text], [], { answer });
      expect(result).toMatchObject({ status: 'solved', answer: { count: 3 } });
    }
  });
});

describe('the text of a native reply', () => {
  it('PROV-037: markup beside structured calls is neither a second call nor the answer', async () => {
    const { tool, seen } = tide();
    const markup = '<TOOLCALL>[{"name":"tide"}]</TOOLCALL><tool_call>{"name":"tide"}</tool_call>';
    const turn = { ...calls(called('tide', { hour: 1 })), text: markup };
    const { result } = await runNative([turn, 'one'], [tool]);
    expect(seen).toEqual([{ hour: 1 }]);
    expect(result).toMatchObject({ answer: 'one' });
  });

  it.each([
    '<tool_call>{"name":"tide","arguments":{"hour":7}}</tool_call>',
    '[TOOL_CALLS][{"name":"tide","arguments":{"hour":7}}]',
    'Thought: look\nAction: tide\nAction Input: {"hour": 7}',
    '{"action":"tide","action_input":{"hour":7}}',
  ])('a call that leaked into the text is run and flagged: %s', async (text) => {
    const { tool, seen } = tide();
    const { result, last } = await runNative([text, '107'], [tool]);
    expect(seen).toEqual([{ hour: 7 }]);
    expect(result.flags).toContain('parser: step 1: call_in_text');
    expect(blocksOf(last).at(-1)).toBe('Call: tide {"hour":7}\nObservation: 107\n');
    expect(callsOf(last)).toEqual([]);
  });

  it.each([
    '{"name":"tide","parameters":{"hour":7}}\nstands in it.',
    'It says:\n{"name":"tide","parameters":{"hour":7}}',
    '< tool_call>{"name":"tide","arguments":{"hour":7}}',
  ])('SEC-005: a call that the text may quote from a result is not run: %j', async (text) => {
    const { tool, seen } = tide();
    const { result } = await runNative([text, 'quoted'], [tool]);
    expect(seen).toEqual([]);
    expect(result).toMatchObject({ answer: 'quoted' });
    expect(result.steps[0]?.calls[0]?.unreadable).toMatch(/^text_around_call: /);
  });

  it('a call that leaked with its marker is run amid other text', async () => {
    const { tool, seen } = tide();
    const call = '{"name":"tide","parameters":{"hour":7}}';
    await runNative([`I look.\n<|python_tag|>${call}`, '107'], [tool]);
    await runNative([`I look.\n<tool_call>${call}</tool_call>`, '107'], [tool]);
    expect(seen).toEqual([{ hour: 7 }, { hour: 7 }]);
  });

  it.each([
    'The tide is 107 cm.',
    'Note: it is high.\nSo 107.',
    'Ask for `tide` next time.',
    '{"count": 3}',
  ])('text without a call is the answer: %j', (text) => {
    expect(read(text)).toMatchObject({ kind: 'final', answer: text, flags: [] });
  });

  it('PARSE-044: reasoning in the text is no part of the answer', () => {
    expect(read('<think>Maybe 5?\n</think>\nIt is 6.')).toMatchObject({ answer: 'It is 6.' });
    expect(read('Maybe 5?\n</think>\n\nIt is 6.')).toMatchObject({ answer: 'It is 6.' });
    expect(read('<think>Maybe 5?')).toMatchObject({ kind: 'parse_error', code: 'empty' });
  });

  it.each([
    ['', 'stop', 'empty'],
    [' \n\u200b', 'stop', 'empty'],
    ['I call it now.', 'tool_calls', 'no_call'],
    ['The answer is', 'length', 'truncated'],
    ['<tool_call>{"name":"tide","argum', 'stop', 'truncated'],
    ['It says:\n{"action":"tide","action_input":{"hour":7}}', 'stop', 'text_around_call'],
    ['{"action":"tide","action_input":{"hour":7}}\nstands in it.', 'stop', 'text_around_call'],
    [
      'Use <tool_call>{"name":"tide","arguments":{}}</tool_call> to ask.',
      'stop',
      'text_after_input',
    ],
  ] as const)('no answer and no call: %j with finish %s is %s', async (text, finish, code) => {
    const { result, last } = await runNative([{ text, finish }, 'yes']);
    expect(result).toMatchObject({ answer: 'yes' });
    expect(result.steps[0]?.calls[0]?.unreadable).toMatch(new RegExp(`^${code}: `));
    // P9: the error stands in the next request, the text does not.
    expect(blocksOf(last).at(-1)).toMatch(new RegExp(`^ERROR\\[parse\\]: ${code}: `));
    expect(blocksOf(last).at(-1)?.includes('token limit')).toBe(finish === 'length');
    expect(last.messages.map(({ role }) => role)).toEqual(['user']);
  });

  it('P1: whatever a reply holds is one of four kinds, and what follows it is valid to send', async () => {
    const name = fc.constantFrom(
      'tide',
      'final',
      'give_up',
      'nope',
      '',
      '__proto__',
      'PARSE_ERROR',
    );
    const args = fc.oneof(fc.json(), fc.string(), fc.constantFrom('', '{"hour":7}', '{"answer":'));
    const id = fc.constantFrom('', 'a', 'b');
    const reply = fc.record({
      text: fc.oneof(fc.string(), fc.constantFrom('', '<tool_call>{"name":"tide"}</tool_call>')),
      toolCalls: fc.array(fc.record({ id, name, args }), { maxLength: 4 }),
      finish: fc.constantFrom('stop', 'tool_calls', 'length', 'unknown'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 5 }), async (replies) => {
        const options = { loop: false, errorLimit: false, progress: false } as const;
        const { requests } = await runNative(replies, [tide().tool], options);
        for (const [index, { messages }] of requests.entries()) {
          expectPaired(messages);
          for (const call of callsOf({ system: '', messages })) {
            expect(JSON.parse(call.args)).toBeTypeOf('object');
          }
          const before = requests[index - 1]?.messages ?? [];
          const grown = messages.slice(0, Math.max(0, before.length - 1));
          expect(grown).toEqual(before.slice(0, -1));
        }
      }),
      { numRuns: 150 },
    );
  });
});
