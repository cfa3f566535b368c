import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOnLoop, loopVerdict, stopOnLoop } from '@loopwright/loop-detector/ai-sdk';
import { generateText, isStepCount, streamText, ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { z } from 'zod';
import { checkAdapter } from './adapter-contract.ts';
import type { Script } from './scripted-calls.ts';
import { answerOf, repeated, repeating } from './scripted-calls.ts';

const maxSteps = 40;
const inputSchema = z.object({ q: z.string() });
const tools = {
  search: tool({ inputSchema, execute: async (input) => answerOf(input) }),
  read: tool({ inputSchema, execute: async (input) => answerOf(input) }),
};
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

checkAdapter('ai', maxSteps, async (script, { stop, hint }, seen) => {
  const { steps, text } = await generateText({
    model: scriptedModel(script, seen),
    prompt: 'Which fees are there?',
    tools,
    stopWhen: [isStepCount(maxSteps), ...(stop ? [stopOnLoop({ onVerdict: stop })] : [])],
    ...(hint ? { prepareStep: hintOnLoop({ onVerdict: hint }) } : {}),
  });
  return { turns: steps.length, text, verdict: loopVerdict(steps) };
});

test('an agent and a stream take the same condition', async () => {
  const stopWhen = stopOnLoop();
  const agent = new ToolLoopAgent({ model: scriptedModel(repeating), tools, stopWhen });
  const generated = await agent.generate({ prompt: 'Which fees are there?' });
  assert.equal(generated.steps.length, 4);

  const streamed = streamText({ model: streamingModel(repeating), tools, stopWhen, prompt: 'Go.' });
  await streamed.consumeStream();
  assert.equal(loopVerdict(await streamed.steps)?.text, repeated);
});

test('a tool that always throws is a repeated failure', async () => {
  const { steps } = await generateText({
    model: scriptedModel(repeating),
    prompt: 'Which fees are there?',
    tools: {
      search: tool({
        inputSchema,
        execute: async (): Promise<string> => {
          throw new Error('The service is down.');
        },
      }),
    },
    stopWhen: stopOnLoop(),
  });
  assert.equal(steps.length, 4);
  assert.equal(loopVerdict(steps)?.report.cause, 'failure_repeated');
});

test('polling whose result changes is no loop', async () => {
  let progress = 0;
  const { steps } = await generateText({
    model: scriptedModel((turn) => (turn < 12 ? repeating(turn) : 'Ready.')),
    prompt: 'Wait.',
    tools: { search: tool({ inputSchema, execute: async () => `${++progress} of 12 are ready.` }) },
    stopWhen: [isStepCount(maxSteps), stopOnLoop()],
  });
  assert.equal(steps.length, 13);
});

function scriptedModel(script: Script, seen?: (input: string) => void): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      seen?.(JSON.stringify(prompt));
      return { ...reply(script, turn++), usage, warnings: [] };
    },
  });
}

function streamingModel(script: Script): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    doStream: async () => {
      const { content, finishReason } = reply(script, turn++);
      const calls = content.filter((part) => part.type === 'tool-call');
      const chunks = [...calls, { type: 'finish' as const, finishReason, usage }];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

function reply(script: Script, turn: number) {
  const said = script(turn);
  const content =
    typeof said === 'string'
      ? [{ type: 'text' as const, text: said }]
      : said.map(({ tool: toolName, args }, at) => ({
          type: 'tool-call' as const,
          toolCallId: `call-${turn}-${at}`,
          toolName,
          input: JSON.stringify(args),
        }));
  const unified = typeof said === 'string' ? ('stop' as const) : ('tool-calls' as const);
  return { content, finishReason: { unified, raw: undefined } };
}
