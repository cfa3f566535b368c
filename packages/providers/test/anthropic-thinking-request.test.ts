import type { Message } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { ask, json, message, question, quiet, serve } from './anthropic-support.ts';

const thinking = { type: 'enabled', budget_tokens: 2000 } as const;
const thought = { type: 'thinking', thinking: 't', signature: 's' };
const use = { type: 'tool_use', id: 'u1', name: 'w', input: {} };

function called(id: string, content?: object[]): Message[] {
  const toolCalls = [{ id, name: 'w', args: '{}' }];
  const opaque = content ? { opaque: { provider: 'anthropic', content } } : {};
  return [
    { role: 'assistant', text: '', toolCalls, ...opaque } as Message,
    { role: 'tool', id, text: '3' },
  ];
}

async function sent(messages: Message[], fields: object = {}, options: object = { thinking }) {
  const { model, requests } = await serve(json(message([{ type: 'text', text: 'ok' }])));
  const { warnings } = await model(options).generate(ask(messages, fields), quiet);
  return { body: requests[0]!.body, warnings };
}

describe('a request for thinking with a budget', () => {
  it('asks for none in a turn that another model began with calls, and says so', async () => {
    const { body, warnings } = await sent([question, ...called('u1')]);
    expect(body).not.toHaveProperty('thinking');
    expect(warnings).toEqual([expect.stringContaining('thinking is not sent: the calls')]);
    const more = await sent([question, ...called('u1'), ...called('u2', [thought, use])]);
    expect(more.body).not.toHaveProperty('thinking');
  });

  it('asks for it in a turn that began with a thought, also when later steps have none', async () => {
    const { body, warnings } = await sent([
      question,
      ...called('u1', [thought, use]),
      ...called('u2'),
    ]);
    expect(body.thinking).toEqual(thinking);
    expect(body.messages[1]!.content[0]).toEqual(thought);
    expect(warnings).toEqual([]);
  });

  it('asks for it again once the user has spoken, and at the beginning', async () => {
    const said: Message = { role: 'assistant', text: 'Three.', toolCalls: [] };
    for (const messages of [[question], [question, ...called('u1'), said, question]]) {
      expect((await sent(messages)).body.thinking).toEqual(thinking);
    }
  });

  it('leaves thinking without a budget to the API', async () => {
    const adaptive = { type: 'adaptive' };
    const { body } = await sent([question, ...called('u1')], {}, { thinking: adaptive });
    expect(body.thinking).toEqual(adaptive);
  });

  it('asks for none where the limit leaves no room for the budget, and says so', async () => {
    const { body, warnings } = await sent([question], { maxOutputTokens: 2000 });
    expect(body.max_tokens).toBe(2000);
    expect(body).not.toHaveProperty('thinking');
    expect(warnings).toEqual([expect.stringContaining('budget of 2000 tokens')]);
    expect((await sent([question], { maxOutputTokens: 2001 })).body.thinking).toEqual(thinking);
    expect((await sent([question])).body).toMatchObject({ thinking, max_tokens: 6096 });
  });
});
