import { describe, expect, it } from 'vitest';
import * as aiSdk from '../src/ai-sdk.ts';
import { isInvalidOptions } from '../src/index.ts';
import type { LangChainMessage } from '../src/langchain.ts';
import * as langChain from '../src/langchain.ts';
import * as openAiAgents from '../src/openai-agents.ts';

/** What a framework hands over when it does not keep to its own types. */
const odd = <Wanted>(value: unknown) => value as Wanted;

const call = { id: 'call-1', name: 'search', args: { q: 'fees' } };
const asked = (message: object): LangChainMessage[] =>
  odd([message, { type: 'ai', content: '', tool_calls: [call] }]);

/** Four equal turns whose messages say what they are in another way than by `type`. */
function turns(kindOf: (kind: string) => object, results = ['3 USD', '3 USD', '3 USD', '3 USD']) {
  return results.flatMap((content, at): LangChainMessage[] => [
    odd({ ...kindOf('ai'), content: '', tool_calls: [{ ...call, id: `call-${at}` }] }),
    odd({ ...kindOf('tool'), name: 'search', tool_call_id: `call-${at}`, content }),
  ]);
}

const roles: Record<string, string> = { ai: 'assistant', human: 'user' };
const ways: readonly (readonly [string, (kind: string) => object])[] = [
  ['role', (kind) => ({ role: roles[kind] ?? kind })],
  ['getType', (kind) => ({ getType: () => kind })],
  ['type generic, role', (kind) => ({ type: 'generic', role: roles[kind] ?? kind })],
];

describe('lists that are not there', () => {
  it.each([
    ['no lists', {}],
    ['null', { toolCalls: null, toolResults: null, content: null }],
    ['calls alone', { toolCalls: [{ toolCallId: '1', toolName: 'search', input: {} }] }],
  ])('are empty in steps of the AI SDK: %s', (_what, step) => {
    const steps: aiSdk.AiSdkStep[] = odd([step]);
    expect(aiSdk.loopVerdict(steps)).toBeUndefined();
    expect(aiSdk.stopOnLoop()({ steps })).toBe(false);
    expect(aiSdk.hintOnLoop()({ steps, messages: [] })).toBeUndefined();
    expect(aiSdk.loopVerdict(odd(undefined))).toBeUndefined();
  });

  it('are empty in messages of LangChain', () => {
    const messages: LangChainMessage[] = odd([{ type: 'ai', content: '', tool_calls: null }]);
    expect(langChain.loopVerdict(messages)).toBeUndefined();
    expect(langChain.stopOnLoop().beforeModel.hook({ messages: odd(undefined) })).toBeUndefined();
    expect(langChain.stopOnLoop().beforeAgent({ messages: odd(undefined) })).toBeUndefined();
  });

  it('are empty in the conversation of the OpenAI Agents SDK', () => {
    expect(openAiAgents.loopVerdict(odd('hello'))).toBeUndefined();
    const filter = openAiAgents.hintOnLoop();
    expect(filter({ modelData: odd<{ input: [] }>({}) })).toEqual({ input: [] });
  });
});

describe('messages of LangChain without a type', () => {
  it.each(ways)('L1: are known by %s', (_way, kindOf) => {
    const verdict = langChain.loopVerdict(turns(kindOf));
    expect(verdict?.report).toMatchObject({ repeats: 4, cause: 'success_not_recognised' });
    expect(langChain.loopVerdict(turns(kindOf, ['1', '2', '3', '4']))).toBeUndefined();
    const question = { ...kindOf('human'), content: 'And now?' };
    const twoRuns = [...turns(kindOf), { ...kindOf('ai'), content: 'Done.' }, question];
    expect(langChain.loopVerdict(odd([...twoRuns, ...turns(kindOf).slice(0, 4)]))).toBeUndefined();
  });

  it('are no steps when nothing says what they are', () => {
    expect(langChain.loopVerdict(turns(() => ({})))).toBeUndefined();
    expect(langChain.loopVerdict(asked({ content: 'hello' }))).toBeUndefined();
  });
});

describe('options of the adapters', () => {
  const agent = () => ({ toolUseBehavior: 'run_llm_again', on: () => {} });
  it.each<[string, (options: object) => unknown]>([
    ['AI SDK, stop', (options) => aiSdk.stopOnLoop(options)],
    ['AI SDK, hint', (options) => aiSdk.hintOnLoop(options)],
    ['LangChain, stop', (options) => langChain.stopOnLoop(options)],
    ['LangChain, hint', (options) => langChain.hintOnLoop(options)],
    ['OpenAI Agents SDK, stop', (options) => openAiAgents.stopOnLoop(agent(), options)],
    ['OpenAI Agents SDK, hint', (options) => openAiAgents.hintOnLoop(options)],
  ])('are checked at once: %s', (_adapter, make) => {
    for (const options of [null, [], { onVerdict: 'log' }, { repeatable: 'wait' }]) {
      expect(() => make(odd(options))).toThrow(expect.toSatisfy(isInvalidOptions));
    }
    expect(() => make({ onVerdict: undefined })).not.toThrow();
  });

  it.each<[string, (options: object) => unknown]>([
    ['LangChain', (options) => langChain.stopOnLoop(options)],
    ['OpenAI Agents SDK', (options) => openAiAgents.stopOnLoop(agent(), options)],
  ])('finalText must be a function: %s', (_adapter, make) => {
    expect(() => make({ finalText: 'Stopped.' })).toThrow(
      'finalText must be a function, not Stopped.',
    );
  });
});
