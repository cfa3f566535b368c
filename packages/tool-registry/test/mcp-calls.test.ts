import { describe, expect, it } from 'vitest';
import { createToolRegistry, type ToolEffect } from '../src/index.ts';
import { type McpClient, mcpTools } from '../src/mcp.ts';
import { clientOf, described, performMcp, text } from './mcp-support.ts';
import { call, errorOf } from './support.ts';

const throwing =
  (fields: object, message = 'it failed') =>
  () => {
    throw Object.assign(new Error(message), fields);
  };

describe('T6: the result of an MCP tool', () => {
  it.each<[name: string, result: unknown, value: unknown]>([
    ['a text', text('hello'), 'hello'],
    ['texts', text('a', 'b'), 'a\nb'],
    ['structured content', { ...text('{"n":1}'), structuredContent: { n: 1 } }, { n: 1 }],
    ['nothing', { content: [] }, null],
    ['the old form', { toolResult: [1] }, [1]],
    [
      'an image beside a text',
      {
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        ],
      },
      ['see', { type: 'image', mimeType: 'image/png', omitted: '4 characters of base64' }],
    ],
    [
      'resources',
      {
        content: [
          { type: 'resource', resource: { uri: 'f:///a', text: 'A', _meta: { x: 1 } } },
          { type: 'resource', resource: { uri: 'f:///b', mimeType: 'x/y', blob: 'AAAAAAAA' } },
          { type: 'resource_link', uri: 'f:///c', name: 'c', annotations: { priority: 1 } },
        ],
      },
      [
        { type: 'resource', uri: 'f:///a', text: 'A' },
        { type: 'resource', uri: 'f:///b', mimeType: 'x/y', omitted: '8 characters of base64' },
        { type: 'resource_link', uri: 'f:///c', name: 'c' },
      ],
    ],
  ])('is %s', async (_name, result, value) => {
    const { observation } = await performMcp(() => result);
    expect(observation).toMatchObject({ ok: true, value });
  });

  it('is checked against the schema that the server promised', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const tool = described('probe', { outputSchema });
    const good = await performMcp(() => ({ content: [], structuredContent: { n: 1 } }), {}, tool);
    expect(good.observation).toMatchObject({ ok: true, value: { n: 1 } });
    for (const result of [{ content: [], structuredContent: { n: '1' } }, text('1')]) {
      const { observation, outcome } = await performMcp(() => result, { effect: 'once' }, tool);
      expect(errorOf(observation)).toMatchObject({ code: 'invalid_result', class: 'permanent' });
      expect(outcome).toBe('done');
    }
  });

  it('that is an error is a failure that the model may act on', async () => {
    const fixable = await performMcp(() => ({ ...text('amount must be positive'), isError: true }));
    expect(errorOf(fixable.observation)).toMatchObject({
      type: 'McpToolError',
      class: 'fixable_by_model',
      message: 'amount must be positive',
    });
    const missing = await performMcp(() => ({ ...text('file not found'), isError: true }));
    expect(errorOf(missing.observation).class).toBe('permanent');
    const paid = await performMcp(() => ({ ...text('oops'), isError: true }), { effect: 'once' });
    expect(paid.outcome).toBe('unknown');
  });

  it('that cannot be read is a failure', async () => {
    expect(errorOf((await performMcp(() => 'x')).observation).class).toBe('permanent');
  });
});

describe('T3: what an MCP client throws', () => {
  it.each<[name: string, fields: object, message: string, errorClass: string, outcome: string]>([
    ['invalid params', { code: -32602 }, 'bad', 'fixable_by_model', 'not_started'],
    ['unknown method', { code: -32601 }, 'bad', 'permanent', 'not_started'],
    ['internal error', { code: -32603 }, 'bad', 'unknown_outcome', 'unknown'],
    ['connection closed', { code: -32000 }, 'Connection closed', 'unknown_outcome', 'unknown'],
    [
      'connection closed in 2.x',
      { code: 'CONNECTION_CLOSED' },
      'closed',
      'unknown_outcome',
      'unknown',
    ],
    ['timeout', { code: -32001 }, 'Request timed out', 'unknown_outcome', 'unknown'],
    ['not connected', {}, 'Not connected', 'transient', 'not_started'],
    ['not connected in 2.x', { code: 'NOT_CONNECTED' }, 'bad', 'transient', 'not_started'],
    [
      'connection refused',
      { cause: { code: 'ECONNREFUSED' } },
      'fetch failed',
      'transient',
      'not_started',
    ],
    ['a login is needed', { code: 401 }, 'bad', 'permanent', 'not_started'],
    ['too many requests, in 2.x', { data: { status: 429 } }, 'bad', 'transient', 'not_started'],
    ['a page to open first', { code: -32042 }, 'bad', 'policy', 'not_started'],
    [
      'a status in the data of an error of the server',
      { code: -32603, data: { status: 404 } },
      'bad',
      'unknown_outcome',
      'unknown',
    ],
    [
      'a status as the code of an error of the server',
      { name: 'McpError', code: 404 },
      'bad',
      'unknown_outcome',
      'unknown',
    ],
    [
      'the same in 2.x',
      { name: 'ProtocolError', code: 401, status: 401 },
      'bad',
      'unknown_outcome',
      'unknown',
    ],
    [
      'the server says that it is not connected',
      { code: -32603 },
      'Not connected',
      'unknown_outcome',
      'unknown',
    ],
    [
      'the server says that a connection was refused',
      { code: -32603, cause: { code: 'ECONNREFUSED' } },
      'fetch failed',
      'unknown_outcome',
      'unknown',
    ],
    ['the server is down', { code: 503 }, 'bad', 'unknown_outcome', 'unknown'],
    [
      'a result that the client refused',
      { code: -32602 },
      'Structured content does not match',
      'unknown_outcome',
      'unknown',
    ],
  ])('%s, for a tool that acts once', async (_name, fields, message, errorClass, outcome) => {
    const execution = await performMcp(throwing(fields, message), { effect: 'once' });
    expect(errorOf(execution.observation).class).toBe(errorClass);
    expect(execution.outcome).toBe(outcome);
  });

  it('is tried again where that does no harm', async () => {
    let attempts = 0;
    const flaky = () => {
      attempts += 1;
      if (attempts === 1) throw Object.assign(new Error('Connection closed'), { code: -32000 });
      return text('back');
    };
    const { observation } = await performMcp(flaky, { settings: () => ({ retries: 1 }) });
    expect(observation.text).toBe('back');
  });

  it('is told without credentials and directories', async () => {
    const { observation } = await performMcp(
      throwing({}, 'at /home/ada/server.js?key=K123 stopped'),
    );
    expect(observation.text).toBe('ERROR[probe]: McpError: at …/server.js?key=[redacted] stopped');
  });
});

describe('T3: the deadline of an MCP call', () => {
  it.each<ToolEffect>(['pure', 'once'])(
    'ends a tool that hangs, and tells the client (%s)',
    async (effect) => {
      const signals: AbortSignal[] = [];
      const hang = (_params: unknown, _schema: unknown, options: unknown) => {
        const { signal, timeout } = options as { signal: AbortSignal; timeout: number };
        expect(timeout).toBe(15);
        signals.push(signal);
        return new Promise(() => {});
      };
      const { observation, outcome } = await performMcp(hang, {
        effect,
        settings: () => ({ timeoutMs: 15 }),
      });
      expect(errorOf(observation).code).toBe(effect === 'pure' ? 'timeout' : 'unknown_outcome');
      expect(outcome).toBe(effect === 'pure' ? 'done' : 'unknown');
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    },
  );

  it('reaches a client of 2.x behind the parameters', async () => {
    const { client, calls } = clientOf([described('probe')]);
    const modern = Object.assign(client, { getProtocolEra: () => 'modern' }) as McpClient;
    const registry = createToolRegistry({ tools: await mcpTools(modern, { effect: 'pure' }) });
    await registry.dispatch(call('probe'));
    expect(calls[0]).toEqual([
      { name: 'probe', arguments: {} },
      { signal: expect.any(AbortSignal), timeout: 30_000 },
    ]);
  });
});
