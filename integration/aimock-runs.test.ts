import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock';
import type { Model } from '@loopwright/agent-run';
import { nativeFormat, runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import { answer, anthropicOf, openAiOf, sayPassed, sent, wires } from './aimock-server.ts';

const facts: Readonly<Record<string, string>> = {
  'satellites of the fleet': 'The fleet has 47 satellites.',
  'antennas of a satellite': 'Each satellite carries 12 antennas.',
};
const lookup = defineTool({
  name: 'lookup',
  description: 'Looks up a fact.',
  effect: 'pure',
  input: z.object({ fact: z.string() }),
  execute: ({ fact }) => facts[fact] ?? 'Nothing is known.',
});
const multiply = defineTool({
  name: 'multiply',
  description: 'Multiplies two numbers.',
  effect: 'pure',
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => String(a * b),
});
const tools = createToolRegistry({ tools: [lookup, multiply] });

/** What a model would do: it reads the numbers out of the results, so that a lost or a swapped one changes the answer. */
function reason({ messages }: ChatCompletionRequest) {
  const results = messages.filter(({ role }) => role === 'tool').map(textOf);
  const [fleet = '', each = '', product] = results;
  if (product !== undefined) return { content: `The fleet carries ${product} antennas.` };
  if (results.length === 0) {
    const calls = Object.keys(facts).map((fact) => ({
      name: 'lookup',
      arguments: JSON.stringify({ fact }),
    }));
    return { content: 'Both facts are needed.', toolCalls: calls };
  }
  const numbers = { a: numberIn(fleet, /has (\d+)/), b: numberIn(each, /carries (\d+)/) };
  return { toolCalls: [{ name: 'multiply', arguments: JSON.stringify(numbers) }] };
}

for (const { name, api, model } of wires) {
  test(`${name}: a native run looks up two facts at once, multiplies them, and answers 564`, async () => {
    answer(reason);
    assert.equal(await answerOf(model), 'The fleet carries 564 antennas.');
    const roles = sent.map(({ messages }) => messages.map(({ role }) => role));
    const inApi = api === 'openai' ? ['system', 'user'] : ['user'];
    const results = api === 'openai' ? ['tool', 'tool'] : ['user'];
    assert.deepEqual(roles[1], [...inApi, 'assistant', ...results]);
    assertGrows();
  });
}

for (const stream of [false, true]) {
  const how = stream ? 'streamed' : 'whole';
  const thinking = { type: 'enabled', budget_tokens: 1024 } as const;

  test(`Anthropic, ${how}: thoughts go back with their signatures, as the server demands`, async () => {
    const reasoning = 'The fleet first, “47” perhaps.\n';
    answer((request) => ({
      ...reason(request),
      reasoning,
      reasoningSignature: 'c2lnbmVk/+==',
      redactedThinking: ['aGlkZGVu/+=='],
    }));
    assert.match(await answerOf(anthropicOf({ stream, thinking })), / 564 /);
    assert.equal(sent.length, 3);
    const [, turn] = sent[1]!.messages;
    assert.deepEqual((turn!.content as unknown[]).slice(0, 2), [
      { type: 'redacted_thinking', data: 'aGlkZGVu/+==' },
      { type: 'thinking', thinking: reasoning, signature: 'c2lnbmVk/+==' },
    ]);
    assertGrows();
  });

  test(`OpenAI, ${how}: a field of thoughts goes back where it is named, and only there`, async () => {
    for (const replayFields of [['reasoning_content'], []]) {
      answer((request) => ({ ...reason(request), reasoning: 'The fleet first.' }));
      assert.match(await answerOf(openAiOf({ stream, capabilities: { replayFields } })), / 564 /);
      const turn = sent[1]!.messages.find(({ role }) => role === 'assistant');
      const expected = replayFields.length > 0 ? 'The fleet first.' : undefined;
      assert.equal((turn as { reasoning_content?: unknown }).reasoning_content, expected);
    }
  });
}

test('where thoughts were lost on the way, none are asked for, which the server would refuse', async () => {
  answer((request) => ({ ...reason(request), reasoning: '' }));
  const model = anthropicOf({ thinking: { type: 'enabled', budget_tokens: 1024 } });
  const { stopReason, flags } = await run(model);
  assert.equal(stopReason, 'final');
  assert.deepEqual(
    sent.map(({ thinking }) => thinking !== undefined),
    [true, false, false],
  );
  assert.match(flags.join(), /thinking is not sent/);
});

async function run(model: Model) {
  const task = 'How many antennas does the fleet carry in all?';
  return runReact({ task, model, tools, format: nativeFormat });
}

async function answerOf(model: Model): Promise<string> {
  const result = await run(model);
  assert.equal(result.status, 'solved', JSON.stringify(result));
  assert.deepEqual(
    result.steps.map(({ calls }) => calls.map(({ tool }) => tool)),
    [['lookup', 'lookup'], ['multiply'], []],
  );
  assert.equal(sent.length, 3);
  return String(result.answer);
}

/** Each request begins with the one before it, as caches of prefixes want it. */
function assertGrows(): void {
  sent.slice(1).forEach(({ messages, tools, system }, index) => {
    const before = sent[index]!;
    assert.deepEqual(messages.slice(0, before.messages.length), before.messages);
    assert.deepEqual([tools, system], [before.tools, before.system]);
  });
}

function textOf({ content }: ChatMessage): string {
  return typeof content === 'string' ? content : '';
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]);
}

sayPassed('whole runs with native calls, thoughts and signatures');
