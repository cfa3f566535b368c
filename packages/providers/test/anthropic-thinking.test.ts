import type { Message, ModelReply } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import {
  ask,
  block,
  events,
  finish,
  json,
  message,
  question,
  quiet,
  serve,
  start,
  textEvents,
  type WireBlock,
} from './anthropic-support.ts';

const content = [
  { type: 'thinking', thinking: 't1 \u2028é', signature: 's1+/=' },
  { type: 'redacted_thinking', data: 'r1' },
  { type: 'text', text: 'go' },
  { type: 'tool_use', id: 'u1', name: 'w', input: {} },
];
const result: Message = { role: 'tool', id: 'u1', text: '3' };

function turnOf(reply: Partial<ModelReply> & { text: string }): Message {
  const { text, toolCalls = [], opaque = null } = reply;
  return { role: 'assistant', text, toolCalls, opaque };
}

async function sentBack(received: object[], change: (turn: Message) => Message = (turn) => turn) {
  const { model, requests } = await serve(json(message(received)));
  const reply = await model().generate(ask([question]), quiet);
  // What is kept in a journal comes back as other objects.
  const turn = JSON.parse(JSON.stringify(change(turnOf(reply)))) as Message;
  await model().generate(ask([question, turn, result]), quiet);
  return requests[1]!.body.messages[1]!.content;
}

describe('what a model thought', () => {
  it('PROV-022: goes back as it came, in its order, with signatures to the byte', async () => {
    expect(await sentBack(content)).toEqual(content);
  });

  it('PROV-022: keeps its place when texts and calls stand between', async () => {
    const [thinking, redacted, text, use] = content as WireBlock[];
    const later = {
      type: 'tool_use',
      id: 'u2',
      name: 'v',
      input: { a: 1 },
      caller: { type: 'direct' },
    };
    const mixed = [
      use!,
      thinking!,
      text!,
      redacted!,
      later,
      { type: 'text', text: 'on', citations: null },
    ];
    expect(await sentBack(mixed)).toEqual(mixed);
  });

  it('PROV-022: goes back the same after a stream', async () => {
    const { model, requests } = await serve(
      events([
        start,
        ...block(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 't1 ' },
          { type: 'thinking_delta', thinking: '\u2028é' },
          { type: 'signature_delta', signature: 's1+/=' },
        ),
        ...block(1, { type: 'redacted_thinking', data: 'r1' }),
        ...textEvents(2, 'g', 'o'),
        ...block(
          3,
          { type: 'tool_use', id: 'u1', name: 'w', input: {} },
          { type: 'input_json_delta', partial_json: '{' },
          { type: 'input_json_delta', partial_json: '}' },
        ),
        ...finish('tool_use'),
      ]),
    );
    const streamed = model({ stream: true });
    const reply = await streamed.generate(ask([question]), quiet);
    expect(reply.toolCalls).toEqual([{ id: 'u1', name: 'w', args: '{}' }]);
    await streamed.generate(ask([question, turnOf(reply), result]), quiet);
    expect(requests[1]!.body.messages[1]!.content).toEqual(content);
  });

  it('PROV-025: is dropped with its turn when the stream breaks before the signature', async () => {
    const { model, requests } = await serve(
      events(
        [
          start,
          {
            type: 'content_block_start',
            index: 0,
            content_block: { type: 'thinking', thinking: '' },
          },
          {
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'thinking_delta', thinking: 'abc' },
          },
        ],
        'cut',
      ),
    );
    const failure = model({ stream: true }).generate(ask([question]), quiet);
    await expect(failure).rejects.toMatchObject({ kind: 'truncated_stream', retryable: true });
    expect(requests).toHaveLength(1);
  });

  it('PROV-025: is not sent back when it ran out of tokens before its signature', async () => {
    const { model, requests } = await serve(
      events([
        start,
        ...block(0, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'a' }),
        ...finish('max_tokens'),
      ]),
    );
    const streamed = model({ stream: true });
    const reply = await streamed.generate(ask([question]), quiet);
    expect(reply).toMatchObject({ text: '', finish: 'length' });
    await streamed.generate(ask([question, turnOf(reply), question]), quiet);
    expect(requests[1]!.body.messages).toHaveLength(1);
    expect(requests[1]!.text).not.toContain('thinking');
  });

  it('PROV-025: is not sent back unsigned, as servers that only speak the format give it', async () => {
    const unsigned = [{ type: 'thinking', thinking: 't', signature: '' }, { type: 'thinking' }];
    expect(await sentBack([...unsigned, ...content])).toEqual(content);
  });

  it('is not sent back without a text, and is with an empty one, which its signature stands for', async () => {
    const damaged = [
      { type: 'thinking', signature: 's' },
      { type: 'thinking', thinking: 5, signature: 's' },
    ];
    const hidden = { type: 'thinking', thinking: '', signature: 's2' };
    expect(await sentBack([...damaged, hidden, ...content])).toEqual([hidden, ...content]);
  });

  it('mastra#13632: goes back with a call whose name or id cannot be sent as it is', async () => {
    const odd = { type: 'tool_use', id: 'functions.w:0', name: 'web.w', input: { a: 1 } };
    expect(await sentBack([...content.slice(0, 3), odd])).toEqual([
      ...content.slice(0, 3),
      { ...odd, id: 'functions_w_0', name: 'web_w' },
    ]);
  });

  it('leaves out the blank texts that the API gives and refuses to take', async () => {
    const blank = { type: 'text', text: '\n\n' };
    expect(await sentBack([content[0]!, blank, content[3]!])).toEqual([content[0], content[3]]);
  });

  it('is left out at the end of a turn, where the API refuses it', async () => {
    const { model, requests } = await serve(json(message(content.slice(0, 2))));
    const turn = turnOf(await model().generate(ask([question]), quiet));
    await model().generate(ask([question, turn, question]), quiet);
    expect(requests[1]!.body.messages).toEqual([
      { role: 'user', content: [1, 2].map(() => ({ type: 'text', text: 'What is it?' })) },
    ]);
  });

  it('is not trusted from another provider or for a turn that was rewritten', async () => {
    const neutral = [
      { type: 'text', text: 'go' },
      { type: 'tool_use', id: 'u1', name: 'w', input: {} },
    ];
    const foreign = (opaque: Message & object) => (turn: Message) =>
      ({ ...turn, opaque }) as Message;
    const from = { provider: 'other', content } as unknown as Message;
    expect(await sentBack(content, foreign(from))).toEqual(neutral);
    expect(await sentBack(content, foreign(content as unknown as Message))).toEqual(neutral);
    const rewritten = (turn: Message) => ({ ...turn, text: 'stay' }) as Message;
    expect(await sentBack(content, rewritten)).toEqual([
      { type: 'text', text: 'stay' },
      neutral[1],
    ]);
    const renamed = (turn: Message) =>
      ({ ...turn, toolCalls: [{ id: 'u9', name: 'w', args: '{}' }] }) as Message;
    expect(await sentBack(content, renamed)).toEqual([neutral[0], { ...neutral[1], id: 'u9' }]);
  });

  it('leaves no turn where nothing else was said, when it is of another provider', async () => {
    const { model, requests } = await serve(json(message(content)));
    const opaque = { provider: 'other', content };
    const foreign: Message = { role: 'assistant', text: '', toolCalls: [], opaque };
    await model().generate(ask([foreign, question, foreign]), quiet);
    expect(requests[0]!.body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'What is it?' }] },
    ]);
  });

  it('gives the id of its call a new form where an earlier turn has it already', async () => {
    const { model, requests } = await serve(json(message(content)));
    const turn = turnOf(await model().generate(ask([question]), quiet));
    await model().generate(ask([question, turn, result, turn, result]), quiet);
    const [, first, , second, last] = requests[1]!.body.messages;
    expect(first!.content).toEqual(content);
    expect(second!.content).toEqual([...content.slice(0, 3), { ...content[3], id: 'u1_2' }]);
    expect(last!.content[0]).toMatchObject({ tool_use_id: 'u1_2' });
  });
});
