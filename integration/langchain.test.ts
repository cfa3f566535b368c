import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemorySaver } from '@langchain/langgraph';
import { hintOnLoop, loopVerdict, stopOnLoop } from '@loopwright/loop-detector/langchain';
import {
  AIMessage,
  createAgent,
  createMiddleware,
  fakeModel,
  HumanMessage,
  tool,
  toolErrorMiddleware,
} from 'langchain';
import { z } from 'zod';
import { checkAdapter } from './adapter-contract.ts';
import type { Script } from './scripted-calls.ts';
import { answerOf, repeated, repeating } from './scripted-calls.ts';

const recursionLimit = 40;
const schema = z.object({ q: z.string() });
const tools = ['search', 'read'].map((name) =>
  tool(answerOf, { name, description: 'Says what is known.', schema }),
);
const messages = [{ role: 'user', content: 'Which fees are there?' }];

// A turn is a node for the model and one for the tools, so the limit is reached after twenty. Each adapter adds a node to
// each turn and one to the run.
checkAdapter('langchain', 20, async (script, { stop, hint }, seen) => {
  const model = scriptedModel(script, seen);
  const agent = createAgent({
    model,
    tools,
    checkpointer: new MemorySaver(),
    middleware: [
      ...(stop ? [stopOnLoop({ onVerdict: stop })] : []),
      ...(hint ? [hintOnLoop({ onVerdict: hint })] : []),
    ],
  });
  const nodesOfAdapters = [stop, hint].filter(Boolean).length * 21;
  const config = {
    configurable: { thread_id: '1' },
    recursionLimit: recursionLimit + nodesOfAdapters,
  };
  await agent.invoke({ messages }, config).catch((error) => {
    if (error.lc_error_code !== 'GRAPH_RECURSION_LIMIT') throw error;
  });
  const { values } = await agent.graph.getState(config);
  return {
    turns: model.callCount,
    text: values.messages.at(-1).content,
    verdict: loopVerdict(values.messages),
  };
});

test('the run ends with a message of the assistant, and the next question starts anew', async () => {
  const agent = createAgent({
    model: scriptedModel(repeating),
    tools,
    checkpointer: new MemorySaver(),
    middleware: [stopOnLoop()],
  });
  const config = { configurable: { thread_id: '1' } };
  const first = await agent.invoke({ messages }, config);
  const last = first.messages.at(-1)!;
  assert.equal(last.type, 'ai');
  assert.equal(last.content, `Stopped: ${repeated}`);

  const second = await agent.invoke({ messages }, config);
  assert.equal(second.messages.length, 2 * first.messages.length);
});

test('a message that other middleware adds in each turn is no question', async () => {
  const remind = createMiddleware({
    name: 'Remind',
    afterModel: () => ({ messages: [new HumanMessage('Keep your list of tasks.')] }),
  });
  const model = scriptedModel(repeating);
  const agent = createAgent({ model, tools, middleware: [stopOnLoop(), remind] });
  const result = await agent.invoke({ messages }, { recursionLimit });
  assert.equal(model.callCount, 4);
  assert.equal(loopVerdict(result.messages)?.text, repeated);
});

test('runs that end with the result of a tool do not add up', async () => {
  const direct = tool(answerOf, {
    name: 'search',
    description: 'Says what is known.',
    schema,
    returnDirect: true,
  });
  const agent = createAgent({
    model: scriptedModel(repeating),
    tools: [direct],
    checkpointer: new MemorySaver(),
    middleware: [stopOnLoop(), hintOnLoop()],
  });
  const config = { configurable: { thread_id: '1' } };
  for (let asked = 1; asked <= 6; asked++) {
    const result = await agent.invoke({ messages }, config);
    assert.equal(result.messages.length, 3 * asked);
    assert.equal(result.messages.at(-1)!.type, 'tool');
  }
});

test('a tool that always fails is a repeated failure', async () => {
  const failing = tool(
    () => {
      throw new Error('The service is down.');
    },
    { name: 'search', description: 'Fails.', schema },
  );
  const agent = createAgent({
    model: scriptedModel(repeating),
    tools: [failing],
    middleware: [
      toolErrorMiddleware({ onError: () => 'The service is down.' }),
      stopOnLoop({ finalText: ({ report }) => report.cause }),
    ],
  });
  const result = await agent.invoke({ messages });
  assert.equal(result.messages.at(-1)!.content, 'failure_repeated');
});

test('polling whose result changes is no loop', async () => {
  let progress = 0;
  const poll = tool(() => `${++progress} of 12 are ready.`, {
    name: 'search',
    description: 'Says how far it is.',
    schema,
  });
  const model = scriptedModel((turn) => (turn < 12 ? repeating(turn) : 'Ready.'));
  const agent = createAgent({ model, tools: [poll], middleware: [stopOnLoop()] });
  await agent.invoke({ messages }, { recursionLimit: 60 });
  assert.equal(model.callCount, 13);
});

function scriptedModel(script: Script, seen?: (input: string) => void) {
  const model = fakeModel();
  for (let turn = 0; turn < 50; turn++) {
    model.respond((input) => {
      seen?.(JSON.stringify(input.map(({ content }) => content)));
      const said = script(turn);
      if (typeof said === 'string') return new AIMessage(said);
      const calls = said.map(({ tool: name, args }, at) => ({
        type: 'tool_call' as const,
        id: `call-${turn}-${at}`,
        name,
        args,
      }));
      return new AIMessage({ content: '', tool_calls: calls });
    });
  }
  return model;
}
