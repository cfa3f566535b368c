import type { Message } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import type { AnthropicModelOptions } from '../src/anthropic.ts';
import { ask, json, message, quiet, serve, type WireBody } from './anthropic-support.ts';

const tools = ['add', 'look'].map((name) => ({ name, description: name, parameters: {} }));
const steps: Message[] = [
  { role: 'user', blocks: ['Task', 'Rules'] },
  {
    role: 'assistant',
    text: 'Looking.',
    toolCalls: [{ id: 'a.1', name: 'look', args: '{"b":1,"a":2}' }],
  },
  { role: 'tool', id: 'a.1', text: 'It is 4.' },
  { role: 'user', blocks: ['Hint'] },
  { role: 'assistant', text: '', toolCalls: [{ id: 'a.1', name: 'add', args: '{' }] },
  { role: 'tool', id: 'a.1', text: 'ERROR', isError: true },
];

async function bodies(options: Partial<AnthropicModelOptions>, ...lengths: number[]) {
  const { model, requests } = await serve(json(message([])));
  for (const length of lengths) {
    await model(options).generate(ask(steps.slice(0, length), { tools }), quiet);
  }
  return requests;
}

/** Where marks stand, as paths. */
function marks(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'cache_control' in value ? [path] : [];
  return [...own, ...Object.entries(value).flatMap(([key, each]) => marks(each, `${path}/${key}`))];
}

function withoutMarks(text: string): string {
  return text.replaceAll(/,"cache_control":\{"type":"ephemeral"\}/g, '');
}

describe('the provider cache', () => {
  it.each([false, true])(
    'PROV-054: finds each request at the start of the next (cache: %s)',
    async (cache) => {
      const requests = await bodies({ cache }, 1, 4, 6);
      // The tail of a request is the end of its last message and of the body.
      const texts = requests.map(({ text }) => withoutMarks(text));
      for (const [index, text] of texts.slice(0, -1).entries()) {
        expect(text.endsWith(']}]}')).toBe(true);
        expect(texts[index + 1]!.startsWith(text.slice(0, -']}]}'.length))).toBe(true);
      }
      expect(texts.every((text) => !text.includes('cache_control'))).toBe(true);
    },
  );

  it('is marked behind the system prompt and at the end of this request and the one before', async () => {
    const [first, second, third] = await bodies({ cache: true }, 1, 4, 6);
    expect(marks(first!.body)).toEqual(['/system/0', '/messages/0/content/1']);
    expect(marks(second!.body)).toEqual([
      '/system/0',
      '/messages/0/content/1',
      '/messages/2/content/1',
    ]);
    expect(marks(third!.body)).toEqual([
      '/system/0',
      '/messages/2/content/1',
      '/messages/4/content/0',
    ]);
    expect(first!.body.system![0]!.cache_control).toEqual({ type: 'ephemeral' });
  });

  it('is marked behind the tools where there is no system prompt, for as long as asked', async () => {
    const { model, requests } = await serve(json(message([])));
    const request = ask(steps.slice(0, 1), { tools, system: '' });
    await model({ cache: { ttl: '1h' } }).generate(request, quiet);
    const { body } = requests[0]!;
    expect(marks(body)).toEqual(['/tools/1', '/messages/0/content/1']);
    expect(body.tools![1]!.cache_control).toEqual({ type: 'ephemeral', ttl: '1h' });
  });

  it('PROV-055: never has more than four marks, also with those of the caller', async () => {
    const { model, requests } = await serve(json(message([])));
    const cache_control = { type: 'ephemeral' };
    const marked = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        type: 'text',
        text: `${index}`,
        cache_control,
      }));
    const said = (count: number): Message => ({
      role: 'assistant',
      text: marked(count)
        .map(({ text }) => text)
        .join(''),
      toolCalls: [],
      opaque: { provider: 'anthropic', content: marked(count) },
    });
    const user: Message = { role: 'user', blocks: ['q'] };
    const generate = async (
      count: number,
      options: Partial<AnthropicModelOptions>,
    ): Promise<WireBody> => {
      await model(options).generate(ask([user, said(count), user], { tools }), quiet);
      return requests.at(-1)!.body;
    };
    const theirs = [2, 3, 4, 5].map((index) => `/messages/1/content/${index}`);
    expect(marks(await generate(6, { cache: true }))).toEqual(theirs);
    expect(marks(await generate(6, {}))).toEqual(theirs);
    expect(marks(await generate(3, { cache: true }))).toEqual([
      ...[0, 1, 2].map((index) => `/messages/1/content/${index}`),
      '/messages/2/content/0',
    ]);
    const body = { cache_control };
    expect(marks(await generate(6, { cache: true, body }))).toHaveLength(4);
    expect(marks(await generate(1, { cache: true, body }))).toEqual([
      '',
      '/system/0',
      '/messages/1/content/0',
      '/messages/2/content/0',
    ]);
  });

  it('leaves a tool alone that has an argument of that name', async () => {
    const { model, requests } = await serve(json(message([])));
    const parameters = { properties: { cache_control: { type: 'string' } } };
    const request = ask(steps.slice(0, 1), { tools: [{ ...tools[0]!, parameters }] });
    await model({ cache: true }).generate(request, quiet);
    expect(requests[0]!.body.tools![0]!.input_schema).toEqual({ type: 'object', ...parameters });
  });
});
