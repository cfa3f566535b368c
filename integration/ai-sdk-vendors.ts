// Three provider packages of the AI SDK, each with the replies that its vendor's servers would give. No two formats are
// alike: server-sent events of whole candidates, chat completions with rules of their own, and binary frames.
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createGoogle } from '@ai-sdk/google';
import { createMistral } from '@ai-sdk/mistral';
import { aiSdkModel } from '@loopwright/providers/ai-sdk';
import { awsEvent } from './aws-event.ts';
import type { Reply } from './vendor-server.ts';

/** What a server of a vendor says: a text in pieces, or thoughts and a call. */
export type Said = {
  readonly texts?: readonly string[];
  readonly isCall?: boolean;
  /** Whether the reply says how it ended, and what it used. Default: true. */
  readonly isComplete?: boolean;
};

/** The one call of these tests, and what its tool says. */
export const call = { id: 'abc123DEF', name: 'lookup', args: { fact: 'satellites' } };
export const result = 'The fleet has 47 satellites.';
const thought = 'The fleet first.';
const signature = 'c2lnbmVk/+==';

export type Vendor = {
  readonly name: string;
  model(url: string, options: { stream: boolean }): ReturnType<typeof aiSdkModel>;
  whole(said: Said): Reply;
  streamed(said: Said): Reply;
  readonly tooMany: Reply;
  /** The same within a stream that has begun, where the vendor has words for it. */
  readonly tooManyInStream?: Reply;
  /** What a request that sends the call and its result back must hold at its end. */
  readonly sentBack: { readonly in: string; readonly messages: readonly unknown[] };
};

const json = (body: unknown, fields: Partial<Reply> = {}): Reply => ({
  type: 'application/json',
  chunks: [JSON.stringify(body)],
  ...fields,
});
const events = (list: readonly unknown[]): Reply => ({
  type: 'text/event-stream',
  chunks: list.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`),
});

const googleCall = {
  functionCall: { id: call.id, name: call.name, args: call.args },
  thoughtSignature: signature,
};
const googleParts = ({ texts = [], isCall }: Said) => [
  ...texts.map((text) => ({ text })),
  ...(isCall ? [{ text: thought, thought: true }, googleCall] : []),
];
const googleEnd = { finishReason: 'STOP' };
const googleUsage = {
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 },
};
const candidate = (parts: readonly object[], end: object = {}) => ({
  content: { role: 'model', parts },
  ...end,
});

const googleTooMany = {
  code: 429,
  message: 'Quota exceeded for requests per minute.',
  status: 'RESOURCE_EXHAUSTED',
  details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
};

const google: Vendor = {
  name: '@ai-sdk/google',
  model: (url, options) =>
    aiSdkModel({
      model: createGoogle({ baseURL: `${url}/v1beta`, apiKey: 'key' })('gemini-2.5-flash'),
      ...options,
    }),
  whole: (said) => json({ candidates: [candidate(googleParts(said), googleEnd)], ...googleUsage }),
  streamed: (said) =>
    events([
      ...googleParts(said).map((part) => ({ candidates: [candidate([part])] })),
      ...(said.isComplete === false
        ? []
        : [{ candidates: [candidate([{ text: '' }], googleEnd)], ...googleUsage }]),
    ]),
  tooMany: json({ error: googleTooMany }, { status: 429 }),
  tooManyInStream: events([
    { candidates: [candidate([{ text: 'Forty' }])] },
    { error: googleTooMany },
  ]),
  sentBack: {
    in: 'contents',
    messages: [
      { role: 'model', parts: [{ text: thought, thought: true }, googleCall] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: call.id,
              name: call.name,
              response: { name: call.name, content: result },
            },
          },
        ],
      },
    ],
  },
};

const mistralCall = {
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.args) },
};
const mistralUsage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
const mistralReply = (object: string, choice: object, usage?: object) => ({
  ...{ id: 'cmpl-1', created: 1, model: 'mistral-small-latest', object },
  choices: [{ index: 0, ...choice }],
  ...(usage ? { usage } : {}),
});

const mistral: Vendor = {
  name: '@ai-sdk/mistral',
  model: (url, options) =>
    aiSdkModel({
      model: createMistral({ baseURL: `${url}/v1`, apiKey: 'key' })('mistral-small-latest'),
      ...options,
    }),
  whole: ({ texts = [], isCall }) => {
    const said = { role: 'assistant', content: texts.join('') };
    const message = isCall ? { ...said, tool_calls: [mistralCall] } : said;
    const choice = { message, finish_reason: isCall ? 'tool_calls' : 'stop' };
    return json(mistralReply('chat.completion', choice, mistralUsage));
  },
  streamed: ({ texts = [], isCall, isComplete = true }) => {
    const chunk = (delta: object, finish_reason: string | null = null, usage?: object) =>
      mistralReply('chat.completion.chunk', { delta, finish_reason }, usage);
    const finish = isCall ? 'tool_calls' : 'stop';
    const last = isCall ? { content: '', tool_calls: [mistralCall] } : { content: '' };
    return events([
      chunk({ role: 'assistant', content: '' }),
      ...texts.map((content) => chunk({ content })),
      ...(isComplete ? [chunk(last, finish, mistralUsage), '[DONE]'] : []),
    ]);
  },
  tooMany: json(
    {
      object: 'error',
      message: 'Requests rate limit exceeded',
      type: 'rate_limited',
      param: null,
      code: '1300',
    },
    { status: 429, headers: { 'retry-after': '7' } },
  ),
  sentBack: {
    in: 'messages',
    messages: [
      { role: 'assistant', content: '', tool_calls: [mistralCall] },
      { role: 'tool', name: call.name, tool_call_id: call.id, content: result },
    ],
  },
};

const bedrockThought = { reasoningContent: { reasoningText: { text: thought, signature } } };
const bedrockCall = { toolUse: { toolUseId: call.id, name: call.name, input: call.args } };
const bedrockUsage = { usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 } };

const bedrock: Vendor = {
  name: '@ai-sdk/amazon-bedrock',
  model: (url, options) =>
    aiSdkModel({
      model: createAmazonBedrock({ baseURL: url, apiKey: 'key' })('anthropic.claude-sonnet-5'),
      ...options,
    }),
  whole: ({ texts = [], isCall }) =>
    json({
      output: {
        message: {
          role: 'assistant',
          content: isCall ? [bedrockThought, bedrockCall] : [{ text: texts.join('') }],
        },
      },
      stopReason: isCall ? 'tool_use' : 'end_turn',
      ...bedrockUsage,
    }),
  streamed: ({ texts = [], isCall, isComplete = true }) => {
    const delta = (contentBlockIndex: number, each: object) =>
      awsEvent('contentBlockDelta', { contentBlockIndex, delta: each });
    const { toolUseId, name, input } = bedrockCall.toolUse;
    const blocks = isCall
      ? [
          delta(0, { reasoningContent: { text: thought } }),
          delta(0, { reasoningContent: { signature } }),
          awsEvent('contentBlockStop', { contentBlockIndex: 0 }),
          awsEvent('contentBlockStart', {
            contentBlockIndex: 1,
            start: { toolUse: { toolUseId, name } },
          }),
          delta(1, { toolUse: { input: JSON.stringify(input) } }),
          awsEvent('contentBlockStop', { contentBlockIndex: 1 }),
        ]
      : texts.map((text) => delta(0, { text }));
    const end = [
      awsEvent('messageStop', { stopReason: isCall ? 'tool_use' : 'end_turn' }),
      awsEvent('metadata', bedrockUsage),
    ];
    return {
      type: 'application/vnd.amazon.eventstream',
      chunks: [
        awsEvent('messageStart', { role: 'assistant' }),
        ...blocks,
        ...(isComplete ? end : []),
      ],
    };
  },
  tooMany: json(
    { message: 'Too many requests, please wait before trying again.' },
    { status: 429, headers: { 'x-amzn-errortype': 'ThrottlingException' } },
  ),
  tooManyInStream: {
    type: 'application/vnd.amazon.eventstream',
    chunks: [
      awsEvent('messageStart', { role: 'assistant' }),
      awsEvent('throttlingException', { message: 'Too many tokens.' }, 'exception'),
    ],
  },
  sentBack: {
    in: 'messages',
    messages: [
      { role: 'assistant', content: [bedrockThought, bedrockCall] },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: call.id, content: [{ text: result }] } }],
      },
    ],
  },
};

export const vendors: readonly Vendor[] = [google, mistral, bedrock];
