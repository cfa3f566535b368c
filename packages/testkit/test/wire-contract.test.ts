import type { Model } from '@loopwright/agent-run';
import { isModelCallError } from '@loopwright/providers';
import { openAiEndpoints } from '@loopwright/providers/openai';
import { nativeFormat, runReact, textFormat } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeModelContract } from '../src/index.ts';
import { startWireServer, type WireServer, wireQuirks } from '../src/wire/index.ts';
import { realModels } from '../src/wire/real-models.ts';
import {
  contractAnswer,
  failing,
  type Subject,
  stableParts,
  subjects,
  thinking,
} from './wire-contract-support.ts';

const numbers: Readonly<Record<string, string>> = { crew: '47', 'food for two': '12' };
const createTools = () =>
  createToolRegistry({
    tools: [
      defineTool({
        name: 'lookup',
        description: 'Looks up a number.',
        input: z.object({ key: z.string() }),
        effect: 'pure',
        execute: ({ key }) => numbers[key] ?? 'unknown',
      }),
    ],
  });
const request = {
  system: 'Be short.',
  messages: [{ role: 'user' as const, blocks: ['Task: say something\n'] }],
};
const withoutSignal = () => ({ signal: new AbortController().signal, onDelta: () => {} });

describe.each(Object.entries(subjects))('%s', (name, subject) => {
  describe.each([false, true])('streamed: %s', (stream) => describeSubject(name, subject, stream));
});

function describeSubject(name: string, subject: Subject, stream: boolean): void {
  const { api, quirks, create, growsFrom = 0 } = subject;
  let server: WireServer;
  beforeAll(async () => {
    server = await startWireServer({ answer: contractAnswer, quirks });
  });
  afterAll(() => server.close());

  describeModelContract(name, {
    createModel: () => create(server.url, { stream }),
    createFailingModel: () => create(server.url, { stream, model: failing }),
    createToolModel: () => create(server.url, { stream }),
  });

  it.each([
    ['text', textFormat, '47 and 12'],
    ['native', nativeFormat, 'The numbers: 47, 12'],
  ] as const)(
    'a run in %s form comes to its answer and grows at its end',
    async (_, format, end) => {
      const before = [server.requests.length, server.refusals.length] as const;
      const result = await runReact({
        model: create(server.url, { stream }),
        tools: createTools(),
        task: 'Find two numbers.',
        format,
      });
      expect(server.refusals.slice(before[1])).toEqual([]);
      expect(result).toMatchObject({
        status: 'solved',
        answer: end,
        counts: { toolCalls: { ok: 2 } },
      });
      const parts = server.requests.slice(before[0]).map(stableParts);
      expect(parts).toHaveLength(format === textFormat ? 3 : 2);
      const growing = parts.slice(format === textFormat ? growsFrom : 0);
      for (const [index, { head, messages }] of growing.slice(1).entries()) {
        const earlier = growing[index]!;
        expect(head).toBe(earlier.head);
        expect(messages.slice(0, earlier.messages.length)).toBe(earlier.messages);
      }
    },
  );

  it('ends a text at a stop sequence, whether or not the server knows of it', async () => {
    const asked = { ...request, stop: ['\nObservation:'] };
    const deltas: string[] = [];
    const { text, finish } = await create(server.url, { stream }).generate(asked, {
      ...withoutSignal(),
      onDelta: (delta) => deltas.push(delta),
    });
    expect(text).toBe('Thought: the crew first\nAction: lookup\nAction Input: {"key":"crew"}');
    expect(finish).toBe('stop');
    expect(deltas.join('')).toBe(stream ? text : '');
  });

  it('says the usage that the server says, and null for what it does not', async () => {
    const { usage } = await create(server.url, { stream }).generate(request, withoutSignal());
    const { bodyText } = server.requests.at(-1)!;
    if (stream && quirks.usageInStreams === 'never') {
      return expect(usage).toMatchObject({ inputTokens: null, outputTokens: null });
    }
    expect(usage).toMatchObject({
      inputTokens: Math.ceil(bodyText.length / 4),
      outputTokens: expect.any(Number),
      cachedInputTokens: 8,
    });
  });

  it('keeps to the most tokens and says so', async () => {
    const asked = { ...request, maxOutputTokens: 2 };
    const reply = await create(server.url, { stream }).generate(asked, withoutSignal());
    expect(reply).toMatchObject({ text: 'Thought:', finish: 'length' });
    expect(reply.rawFinish).toBe(api === 'chat' ? 'length' : 'max_tokens');
  });

  it('gives up when the call is aborted, and tells it as such', async () => {
    const controller = new AbortController();
    const aborting = await startWireServer({
      answer: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    const call = create(aborting.url, { stream }).generate(request, {
      ...withoutSignal(),
      signal: controller.signal,
    });
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(isModelCallError(error) && error.kind).toBe('aborted');
    await aborting.close();
  });

  if (api === 'messages')
    describeThinking(
      () => create(server.url, { stream }),
      () => server,
    );
}

function describeThinking(createModel: () => Model, server: () => WireServer): void {
  it('PROV-022: sends thinking back as it came, with its signature', async () => {
    const model = createModel();
    const tools = [{ name: 'lookup', description: '', parameters: {} }];
    const first = await model.generate({ ...request, tools }, withoutSignal());
    const { text, toolCalls = [], opaque } = first;
    const said = { role: 'assistant' as const, text, toolCalls, opaque: opaque! };
    const results = toolCalls.map(({ id }) => ({ role: 'tool' as const, id, text: '47' }));
    const messages = [...request.messages, said, ...results];
    await model.generate({ ...request, tools, messages }, withoutSignal());
    const sent = server().requests.at(-1)!.messages[1];
    expect(sent).toMatchObject({ opaque: [{ type: 'thinking', thinking }], toolCalls });
  });
}

it('PROV-055: marks for the cache move without changing what stays, and are never too many', async () => {
  const server = await startWireServer({ answer: contractAnswer });
  const model = realModels.anthropic.create(server.url, { cache: true });
  const result = await runReact({ model, tools: createTools(), task: 'Find two numbers.' });
  expect(result.status).toBe('solved');
  expect(server.refusals).toEqual([]);
  const mark = ',"cache_control":{"type":"ephemeral"}';
  const [first, ...later] = server.requests.map(({ bodyText }) => bodyText);
  expect(first).toContain(mark);
  let earlier = first!.replaceAll(mark, '');
  for (const bodyText of later) {
    const unmarked = bodyText.replaceAll(mark, '');
    const [conversation = ''] = earlier.split('}]}],"stop_sequences"');
    expect(unmarked.slice(0, conversation.length)).toBe(conversation);
    earlier = unmarked;
  }
  await server.close();
});

it('PROV-038: says what to do where a server has native tool calling switched off', async () => {
  const server = await startWireServer({
    answer: contractAnswer,
    quirks: wireQuirks.vllmWithoutTools,
  });
  const { capabilities } = openAiEndpoints.vllm;
  const model = realModels.openai.create(server.url, { capabilities });
  const tools = [{ name: 'lookup', description: '', parameters: {} }];
  const call = model.generate({ ...request, tools }, withoutSignal());
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    kind: 'bad_request',
    message: expect.stringMatching(/textFormat/),
  });
  await server.close();
});
