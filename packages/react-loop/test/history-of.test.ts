import type { Message, ModelRequest } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { historyOf, nativeFormat, runReact } from '../src/index.ts';
import { called, calls, countingTool, expectPaired, runNative } from './native-support.ts';
import { action, final, harbourTools } from './support.ts';

const tide = () => countingTool('tide', ({ hour }) => 100 + Number(hour)).tool;
const format = nativeFormat;
const task = 'Find out.';

/** Goes on with a conversation, and gives the request that was sent. */
async function goOn(history: readonly Message[]): Promise<ModelRequest> {
  const { last } = await runNative(['fine'], [tide()], { history });
  return last;
}

describe('the history of a run', () => {
  it('LOOP-021: after an abort during a call every call has one result, and the conversation goes on', async () => {
    const cancel = new AbortController();
    const slow = countingTool('slow', () => {
      setImmediate(() => cancel.abort());
      return new Promise(() => {});
    });
    const turn = calls(called('tide', { hour: 7 }, 'a'), called('slow', {}, 'b'));
    const { result } = await runNative([turn], [slow.tool, tide()], { cancel: cancel.signal });
    expect(result.stopReason).toBe('aborted');
    const history = historyOf({ task, result, format });
    expectPaired(history);
    expect(history.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ]);
    expect(history[3]).toMatchObject({ isError: true, text: expect.stringMatching(/bort|cancel/) });
    const next = await goOn(history);
    expect(next.messages.slice(0, history.length)).toEqual(history);
    expect(next.messages.at(-1)).toEqual({ role: 'user', blocks: ['Task: Find out.\n'] });
  });

  it('shows the task, every call with its result, notes, and the answer as the last word', async () => {
    const bad = calls(called('tide', '['), called('tide', { hour: 7 }));
    const { result } = await runNative([bad, '', 'It is 107.'], [tide()]);
    const history = historyOf({ task, result, format });
    expectPaired(history);
    expect(history.at(-1)).toEqual({ role: 'assistant', text: 'It is 107.', toolCalls: [] });
    expect(JSON.stringify(history)).toContain('ERROR[parse]: empty');
  });

  it('the ids of a second history do not repeat those of the first', async () => {
    const first = await runNative([calls(called('tide', { hour: 7 }, 'x')), '107'], [tide()]);
    const history = historyOf({ task, result: first.result, format });
    const second = await runNative([calls(called('tide', { hour: 8 }, 'x')), '108'], [tide()], {
      history,
    });
    const both = historyOf({ task, result: second.result, history, format });
    expectPaired(both);
    expect(both.slice(0, history.length)).toEqual(history);
    expect(both).toHaveLength(2 * history.length);
  });

  it('ends with the partial text of a run without an answer, and with JSON for a typed one', async () => {
    const { result } = await runNative([calls(called('give_up', { reason: 'no table' }))]);
    const last = historyOf({ task, result, format }).at(-1);
    expect(last).toEqual({ role: 'assistant', text: result.partial.text, toolCalls: [] });
    const answer = z.object({ count: z.number() });
    const typed = await runNative(['{"count": 3}'], [], { answer });
    expect(historyOf({ task, result: typed.result, format }).at(-1)).toMatchObject({
      text: '{"count":3}',
    });
  });

  it('a call by the name of an unreadable reply hides none beside it', async () => {
    const turn = calls(called('PARSE_ERROR', '['), called('tide', { hour: 7 }), called('radio'));
    const { result } = await runNative([turn, '107'], [tide()]);
    const history = historyOf({ task, result, format });
    expectPaired(history);
    const names = history.flatMap((each) =>
      each.role === 'assistant' ? each.toolCalls.map(({ name }) => name) : [],
    );
    expect(names).toEqual(['PARSE_ERROR', 'tide', 'radio']);
    expect(history[3]).toMatchObject({ role: 'tool', text: '107' });
  });

  it('R8: an answer without a word is told as the partial text', async () => {
    const goal = () => ({ answer: '' });
    const { result } = await runNative([calls(called('tide', { hour: 7 }))], [tide()], { goal });
    expect(result).toMatchObject({ status: 'solved', answer: '' });
    const last = historyOf({ task, result, format }).at(-1);
    expect(last).toEqual({ role: 'assistant', text: result.partial.text, toolCalls: [] });
    expect(result.partial.text).not.toBe('');
  });

  it('in the text form it is the scratchpad that the policy saw, and the answer', async () => {
    const model = scriptedModel([action('tide', { hour: 7 }), action('radio', {}), final('107')]);
    const result = await runReact({ task, tools: harbourTools().tools, model });
    expect(historyOf({ task, result })).toEqual([
      ...model.requests[2]!.messages,
      { role: 'assistant', text: '107', toolCalls: [] },
    ]);
  });

  it('E7: of a suspended run it is what was done until then', async () => {
    const wire = { ...countingTool('wire', () => 'sent', { effect: 'once' }).tool, approval: true };
    const model = scriptedModel([calls(called('tide', { hour: 7 })), calls(called('wire'))]);
    const tools = createToolRegistry({ tools: [tide(), wire] });
    const result = await runReact({ task, tools, model, format });
    expect(result.status).toBe('suspended');
    const history = historyOf({ task, result, format });
    expectPaired(history);
    expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });
});
