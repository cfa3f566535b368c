import type { Message, ModelRequest } from '@loopwright/agent-run';
import { afterEach, describe, expect, it } from 'vitest';
import { aiSdkModel } from '../src/ai-sdk.ts';
import { anthropic, languageModel, text, v3 } from './ai-sdk-support.ts';
import { json, message, startServer } from './loopback.ts';
import { ask, request } from './support.ts';

let close = async () => {};
afterEach(() => close());

/** The messages and stop sequences that the real package for Anthropic sends. */
async function sent(asked: Partial<ModelRequest>) {
  const server = await startServer(json(message([text('ok')])));
  close = server.close;
  const { reply } = await ask(anthropic(server.url), { ...request, ...asked });
  const { messages, stop_sequences } = server.requests[0]!.body;
  const turns = messages.map(({ role, content }) => ({
    role,
    content: content as { id?: string; name?: string; tool_use_id?: string }[],
  }));
  return { turns, stop_sequences, warnings: reply.warnings };
}

const call = (id: string, name = 't'): Message[] => [
  { role: 'assistant', text: '', toolCalls: [{ id, name, args: '{}' }] },
  { role: 'tool', id, text: 'done' },
];

describe('a history through the real package for Anthropic', () => {
  it('PROV-003: has names and ids that the API takes, each id once, and each result at its call', async () => {
    const { turns } = await sent({
      messages: [
        ...request.messages,
        ...call('functions.search:0', 'browser.tabs.open'),
        ...call('call_0', ''),
        ...call('call_0', 'n'.repeat(300)),
        ...call('x'.repeat(90)),
      ],
    });
    const blocks = turns.flatMap(({ content }) => content);
    const ids = blocks.flatMap(({ id }) => id ?? []);
    expect(ids).toEqual(['functions_search_0', 'call_0', 'call_0_2', 'x'.repeat(40)]);
    expect(blocks.flatMap(({ tool_use_id }) => tool_use_id ?? [])).toEqual(ids);
    const names = blocks.flatMap(({ name }) => name ?? []);
    expect(names).toEqual(['browser_tabs_open', '_', 'n'.repeat(64), 't']);
  });

  it('begins and ends with the user, whatever is left of it', async () => {
    const said: Message = { role: 'assistant', text: 'hello', toolCalls: [] };
    const blank: Message = { role: 'user', blocks: ['\n'] };
    for (const messages of [[], [blank], [said], [blank, said, blank]]) {
      const { turns } = await sent({ messages });
      const roles = turns.map(({ role }) => role);
      expect([roles[0], roles.at(-1)]).toEqual(['user', 'user']);
      expect(JSON.stringify(turns)).not.toContain('"text":"\\n"');
      await close();
    }
  });

  it('stop sequences of white space alone are not sent, and said', async () => {
    const { stop_sequences, warnings } = await sent({ stop: ['\n', 'END'] });
    expect(stop_sequences).toEqual(['END']);
    expect(warnings).toEqual(['1 of 2 stop sequences are not sent: they are only white space']);
  });
});

describe('turns that are sent back', () => {
  const turns = async (opaque: unknown, said: Partial<Extract<Message, { role: 'assistant' }>>) => {
    const { model, calls } = languageModel('v3', v3);
    const turn = { role: 'assistant', text: '', toolCalls: [], ...said, opaque } as Message;
    const asked: ModelRequest = { ...request, system: '', messages: [...request.messages, turn] };
    await ask(aiSdkModel({ model }), asked);
    // Without the task before it, and what stands behind a turn of the model.
    return calls[0]!.prompt.slice(1, 2).filter(({ role }) => role === 'assistant');
  };
  const own = (...content: object[]) => ({ provider: 'ai-sdk/hand-made', content });
  const reasoning = { type: 'reasoning', text: 'hm', data: { hand: { signature: 's' } } };
  const sent = { type: 'reasoning', text: 'hm', providerOptions: reasoning.data };

  it('thinking of another provider is left out, and a turn of it alone as well', async () => {
    const foreign = { provider: 'ai-sdk/anthropic.messages', content: [reasoning] };
    expect(await turns(foreign, { text: 'x' })).toEqual([
      { role: 'assistant', content: [text('x')] },
    ]);
    expect(await turns(foreign, {})).toEqual([]);
    expect(await turns([{ type: 'thinking' }], {})).toEqual([]);
  });

  it('thinking goes back although the text was cut or a call was left out', async () => {
    const parts = [reasoning, text('a STOP b'), { type: 'tool-call', id: 'gone', text: '' }];
    const toolCalls = [{ id: 'c', name: 't', args: '[1' }];
    const [assistant] = await turns(own(...parts), { text: 'a ', toolCalls });
    expect(assistant).toEqual({
      role: 'assistant',
      content: [
        sent,
        text('a '),
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 't',
          input: { unreadable_arguments: '[1' },
        },
      ],
    });
  });

  it('what hangs on a call goes back with it, also where its id had to change', async () => {
    const { model, calls } = languageModel('v3', v3);
    const data = { hand: { signature: 's' } };
    const opaque = own({ type: 'tool-call', id: 'call_0', text: '', data });
    const [turn, result] = call('call_0');
    const signed = { ...turn, opaque } as Message;
    const messages = [...request.messages, signed, result!, signed, result!];
    await ask(aiSdkModel({ model }), { ...request, messages });
    const parts = calls[0]!.prompt.flatMap(({ role, content }) =>
      role === 'assistant' ? content : [],
    );
    expect(parts).toMatchObject([
      { toolCallId: 'call_0', providerOptions: data },
      { toolCallId: 'call_0_2', providerOptions: data },
    ]);
  });
});

it('options of the caller go along with every call', async () => {
  const { model, calls } = languageModel('v4', v3);
  const providerOptions = { openai: { reasoningEffort: 'low' } };
  const asked = aiSdkModel({
    model,
    id: 'mine',
    maxOutputTokens: 9,
    providerOptions,
    headers: { a: 'b' },
  });
  expect(asked).toMatchObject({ id: 'mine', provider: 'hand-made' });
  await ask(asked);
  expect(calls[0]).toMatchObject({ maxOutputTokens: 9, providerOptions, headers: { a: 'b' } });
});
