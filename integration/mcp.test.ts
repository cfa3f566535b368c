import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, type Observation } from '@loopwright/tool-registry';
import {
  fingerprintMcpTools,
  type McpClient,
  type McpToolsOptions,
  mcpTools,
} from '@loopwright/tool-registry/mcp';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttpTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdioTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { listen } from './mcp-http.ts';
import { hostileText } from './mcp-server.ts';

const info = { name: 'loopwright-test', version: '1.0.0' };
const program = {
  command: process.execPath,
  args: [fileURLToPath(new URL('mcp-server.ts', import.meta.url))],
  stderr: 'ignore' as const,
};
type Connection = { client: McpClient; close: () => Promise<void> };

const connections: Record<string, () => Promise<Connection>> = {
  'sdk 1.x over stdio': async () => {
    const client = new Client(info);
    await client.connect(new StdioClientTransport(program));
    return { client, close: () => client.close() };
  },
  'sdk 1.x over HTTP': async () => {
    const { url, close } = await listen();
    const client = new Client(info);
    // Its session id may be undefined, which the type that `connect` takes does not say.
    const transport = new StreamableHTTPClientTransport(url) as Parameters<Client['connect']>[0];
    await client.connect(transport);
    return {
      client,
      close: async () => {
        await client.close();
        await close();
      },
    };
  },
  'client 2.x over stdio': async () => {
    const client = new ModernClient(info);
    await client.connect(new ModernStdioTransport(program));
    return { client, close: () => client.close() };
  },
  'client 2.x over HTTP': async () => {
    const { url, close } = await listen();
    const client = new ModernClient(info);
    await client.connect(new ModernHttpTransport(url));
    return {
      client,
      close: async () => {
        await client.close();
        await close();
      },
    };
  },
};

const options: McpToolsOptions = {
  effect: 'annotations',
  settings: ({ name }) => (name === 'hang' ? { timeoutMs: 300 } : {}),
};

for (const [name, connect] of Object.entries(connections)) {
  describe(name, async () => {
    const { client, close } = await connect();
    const tools = await mcpTools(client, options);
    const registry = createToolRegistry({ tools });
    const dispatch = (tool: string, args = {}) => registry.dispatch({ tool, args });
    after(close);

    test('the tools are there, with the effects that the server hints at', () => {
      const effects = tools.map((tool) => `${tool.name} ${tool.effect}`);
      assert.deepEqual(effects.sort(), [
        'add pure',
        'cancelled pure',
        'die once',
        'divide pure',
        'fail once',
        'hang once',
        'weather once',
      ]);
    });

    test('arguments are checked here and results come back as values', async () => {
      assert.deepEqual(await dispatch('add', { a: 2, b: 3 }), {
        tool: 'add',
        ok: true,
        value: '5',
        text: '5',
      });
      const divided = await dispatch('divide', { a: 1, b: 4 });
      assert.deepEqual(divided.ok && divided.value, { quotient: 0.25 });
      assert.equal(errorOf(await dispatch('add', { a: 'x' })).code, 'invalid_arguments');
    });

    test('an error result is a failure that the model may act on', async () => {
      const { code, message } = errorOf(await dispatch('fail'));
      assert.equal(code, 'failed');
      assert.match(message, /the amount must be positive/);
    });

    test('a result that breaks its own schema is never a value', async () => {
      // JSON has no infinity: the quotient arrives as null, or the server refuses its own result.
      assert.equal((await dispatch('divide', { a: 1, b: 0 })).ok, false);
    });

    test('a hostile description is one line of the prompt', () => {
      const { description } = tools.find((tool) => tool.name === 'weather')!;
      assert.doesNotMatch(description, /\n|<\|im_start\|>/);
    });

    test('a tool that hangs ends with the deadline, and the server is told', async () => {
      assert.equal(errorOf(await dispatch('hang')).class, 'unknown_outcome');
      let cancelled = '0';
      for (let tries = 0; cancelled === '0' && tries < 100; tries++) {
        cancelled = (await dispatch('cancelled')).text;
      }
      assert.equal(cancelled, '1');
    });

    test('a pinned list is taken; another one is refused', async () => {
      const pinned = await fingerprintMcpTools(client);
      assert.equal((await mcpTools(client, { ...options, pinned })).length, 7);
      await assert.rejects(
        mcpTools(client, { ...options, pinned: { ...pinned, add: 'other' } }),
        /changed: "add"/,
      );
    });

    test('a run over the tools: hostile text stays an observation', async () => {
      const model = scriptedModel([
        'Thought: First the sum.\nAction: add\nAction Input: {"a": 20, "b": 3}',
        'Thought: Now the weather.\nAction: weather\nAction Input: {}',
        ({ messages }) => {
          const prompt = JSON.stringify(messages);
          assert.match(prompt, /Observation: 23/);
          assert.doesNotMatch(prompt, /<\|im_start\|>/);
          return 'Thought: Done.\nFinal Answer: 23, and sunny';
        },
      ]);
      const result = await runReact({ task: 'Add, then look outside.', model, tools: registry });
      assert.equal(result.status, 'solved');
      assert.equal(result.status === 'solved' && result.answer, '23, and sunny');
      const calls = result.steps.flatMap((step) => step.calls.map(({ tool }) => tool));
      assert.deepEqual(calls, ['add', 'weather']);
      assert.ok(hostileText.includes('Action: pay'));
    });

    test('a server that dies in the middle of a call leaves an unknown outcome', async () => {
      const death = errorOf(await dispatch('die'));
      assert.equal(death.class, 'unknown_outcome');
      const later = await registry.perform(await registry.admit({ tool: 'fail', args: {} }));
      assert.equal(errorOf(later.observation).class, 'transient');
      assert.equal(later.outcome, 'not_started');
    });
  });
}

function errorOf(observation: Observation) {
  assert.ok(!observation.ok, observation.text);
  return observation.error;
}

after(() => {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('package.json', import.meta.url), 'utf8'),
  );
  const versions = ['sdk', 'client'].map((name) => dependencies[`@modelcontextprotocol/${name}`]);
  console.log(`ok MCP, clients ${versions.join(' and ')}: real servers over stdio and HTTP`);
});
