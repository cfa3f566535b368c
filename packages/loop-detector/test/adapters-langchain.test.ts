import { describe, expect, it } from 'vitest';
import { loopPresets } from '../src/index.ts';
import type { LangChainMessage, LoopVerdict } from '../src/langchain.ts';
import { hintOnLoop, loopVerdict, stopOnLoop } from '../src/langchain.ts';

const question: LangChainMessage = { type: 'human', content: 'Which fees are there?' };

type Result = { readonly content?: unknown; readonly status?: string };

let callCount = 0;

/** A reply that calls a tool, and what the tool returned. */
function turn(q: string, { content = `About ${q}.`, status = 'success' }: Result = {}) {
  const id = `call-${callCount++}`;
  return [
    { type: 'ai', content: '', tool_calls: [{ id, name: 'search', args: { q } }] },
    { type: 'tool', name: 'search', tool_call_id: id, content, status },
  ];
}

function turns(count: number, makeTurn: (at: number) => LangChainMessage[]): LangChainMessage[] {
  return Array.from({ length: count }, (_, at) => makeTurn(at)).flat();
}

const judge = (middleware: ReturnType<typeof stopOnLoop>, messages: LangChainMessage[]) =>
  middleware.beforeModel.hook({ messages });

describe('stopOnLoop for LangChain', () => {
  it('L1, L6, langchain-ai/langgraph#6731: ends after four equal turns with a message that says why', () => {
    const told: LoopVerdict[] = [];
    const middleware = stopOnLoop({ onVerdict: (verdict) => told.push(verdict) });
    expect(judge(middleware, [question, ...turns(3, () => turn('fees'))])).toBeUndefined();
    expect(judge(middleware, [question, ...turns(4, () => turn('fees'))])).toEqual({
      jumpTo: 'end',
      messages: [
        {
          role: 'assistant',
          content: 'Stopped: Called search(q=fees) 4 times with the same result.',
        },
      ],
    });
    expect(told.map(({ report }) => report.cause)).toEqual(['success_not_recognised']);
    expect(middleware.beforeModel.canJumpTo).toContain('end');
  });

  it('L1: ends after two rounds of two calls', () => {
    const messages = turns(4, (at) => turn(at % 2 === 0 ? 'fees' : 'rates'));
    expect(judge(stopOnLoop(), [question, ...messages])?.jumpTo).toBe('end');
  });

  it('takes presets, and another text for the last message', () => {
    const finalText = ({ text }: LoopVerdict) => `I am stuck. ${text}`;
    const middleware = stopOnLoop({ ...loopPresets.strict, finalText });
    expect(judge(middleware, [question, ...turns(3, () => turn('fees'))])?.messages).toEqual([
      {
        role: 'assistant',
        content: 'I am stuck. Called search(q=fees) 3 times with the same result.',
      },
    ]);
  });

  it('counts from the question of the run: the same call for each of many questions is no loop', () => {
    const messages = turns(6, () => [question, ...turn('fees'), { type: 'ai', content: 'Done.' }]);
    expect(judge(stopOnLoop(), messages)).toBeUndefined();
  });

  it('L1: a message that other middleware adds in each turn is no question', () => {
    const reminder: LangChainMessage = { type: 'human', content: 'Keep your list of tasks.' };
    const messages = turns(4, () => [...turn('fees'), reminder]);
    expect(judge(stopOnLoop(), [question, ...messages])?.jumpTo).toBe('end');
    const nudge: LangChainMessage = { type: 'human', name: 'planner', content: 'Go on.' };
    const nudged = turns(4, () => [...turn('fees'), { type: 'ai', content: 'Hm.' }, nudge]);
    expect(judge(stopOnLoop(), [question, ...nudged])?.jumpTo).toBe('end');
  });

  it('a run that ended with the result of a tool is over all the same when the next one begins', () => {
    const middleware = stopOnLoop();
    const messages: LangChainMessage[] = [];
    for (let asked = 0; asked < 6; asked++) {
      messages.push({ ...question, ...(asked === 3 ? { name: 'alice' } : {}) });
      expect(middleware.beforeAgent({ messages })).toBeUndefined();
      messages.push(...turn('fees'));
      expect(judge(middleware, messages)).toBeUndefined();
    }
    expect(loopVerdict(messages)).toBeUndefined();
  });

  it('does not take a hint for a question', () => {
    const [hint] = judge(hintOnLoop(), [question, ...turns(3, () => turn('fees'))])!.messages;
    const hinted = Object.assign({ type: 'human', content: '' }, hint);
    const messages = [question, ...turns(3, () => turn('fees')), hinted, ...turn('fees')];
    expect(judge(stopOnLoop(), messages)?.jumpTo).toBe('end');
  });

  it('L6: a failed call is a repeated failure; content may be blocks', () => {
    const failed = turns(4, () => turn('fees', { content: 'down', status: 'error' }));
    expect(loopVerdict([question, ...failed])?.report.cause).toBe('failure_repeated');

    const block = (text: string) => turn('fees', { content: [{ type: 'text', text }] });
    expect(loopVerdict(turns(4, () => block('3 USD')))?.kind).toBe('stop');
    expect(loopVerdict(turns(4, (at) => block(['a', 'b', 'c', 'd'][at]!)))).toBeUndefined();
  });

  it('takes a call that no result came back for as unanswered', () => {
    const calls = turns(4, () => turn('fees').slice(0, 1));
    expect(loopVerdict(calls)?.report.cause).toBe('result_unchanged');
  });
});

describe('hintOnLoop for LangChain', () => {
  it('L6: adds a message of the user at the third equal turn and goes on', () => {
    const update = judge(hintOnLoop(), [question, ...turns(3, () => turn('fees'))]);
    expect(update).toEqual({
      messages: [
        {
          role: 'user',
          name: 'loop_detector',
          content:
            'Called search(q=fees) 3 times with the same result. The result is already there: use it and go on. If you are waiting, wait longer or do something else first.',
        },
      ],
    });
    expect(judge(hintOnLoop(), [question, ...turn('fees')])).toBeUndefined();
  });
});

describe('loopVerdict for LangChain', () => {
  it('still knows why after the last message', () => {
    const messages = [question, ...turns(4, () => turn('fees'))];
    const { messages: added } = judge(stopOnLoop(), messages)!;
    const last = Object.assign({ type: 'ai', content: '' }, added[0]);
    expect(loopVerdict([...messages, last])).toMatchObject({
      kind: 'stop',
      report: { repeats: 4 },
    });
  });
});
