import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOnLoop, loopVerdict, stopOnLoop } from '@loopwright/loop-detector/openai-agents';
import { Agent, MaxTurnsExceededError, Runner, tool } from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
} from '@openai/agents/testing';
import { z } from 'zod';
import { checkAdapter } from './adapter-contract.ts';
import type { Script } from './scripted-calls.ts';
import { answerOf, repeated, repeating } from './scripted-calls.ts';

const maxTurns = 20;
const parameters = z.object({ q: z.string() });
const tools = ['search', 'read'].map((name) =>
  tool({ name, description: 'Says what is known.', parameters, execute: answerOf }),
);
const runner = new Runner({ tracingDisabled: true });

checkAdapter('@openai/agents', maxTurns, async (script, { stop, hint }, seen) => {
  const model = scriptedModel(script, seen);
  const agent = new Agent({ name: 'Clerk', model, tools });
  if (stop) stopOnLoop(agent, { onVerdict: stop });
  const options = {
    maxTurns,
    ...(hint ? { callModelInputFilter: hintOnLoop({ onVerdict: hint }) } : {}),
  };
  try {
    const result = await runner.run(agent, 'Which fees are there?', options);
    return {
      turns: model.calls.length,
      text: result.finalOutput ?? '',
      verdict: loopVerdict(result.history),
    };
  } catch (error) {
    if (!(error instanceof MaxTurnsExceededError)) throw error;
    return {
      turns: model.calls.length,
      text: '',
      verdict: loopVerdict(error.state!.history),
    };
  }
});

test('the final output says why, and each run is counted on its own', async () => {
  const agent = stopOnLoop(new Agent({ name: 'Clerk', model: scriptedModel(repeating), tools }));
  const first = await runner.run(agent, 'Which fees are there?');
  assert.equal(first.finalOutput, `Stopped: ${repeated}`);
  const second = await runner.run(agent, 'Which fees are there?');
  assert.equal(second.rawResponses.length, 4);
});

test('a stream ends in the same way', async () => {
  const agent = stopOnLoop(new Agent({ name: 'Clerk', model: scriptedModel(repeating), tools }));
  const streamed = await runner.run(agent, 'Which fees are there?', { stream: true });
  await streamed.completed;
  assert.equal(streamed.finalOutput, `Stopped: ${repeated}`);
});

test('an agent with a type of output gets JSON of that type', async () => {
  const outputType = z.object({ answer: z.string() });
  const agent = stopOnLoop(
    new Agent({ name: 'Clerk', model: scriptedModel(repeating), tools, outputType }),
    { finalText: ({ text }) => JSON.stringify({ answer: text }) },
  );
  const { finalOutput } = await runner.run(agent, 'Which fees are there?');
  assert.deepEqual(finalOutput, { answer: repeated });
});

test('a function that was there decides first', async () => {
  const agent = stopOnLoop(
    new Agent({
      name: 'Clerk',
      model: scriptedModel(repeating),
      tools,
      toolUseBehavior: () => ({
        isFinalOutput: true,
        isInterrupted: undefined,
        finalOutput: 'Mine.',
      }),
    }),
  );
  const result = await runner.run(agent, 'Which fees are there?');
  assert.equal(result.finalOutput, 'Mine.');
  assert.equal(result.rawResponses.length, 1);
});

test('polling whose result changes is no loop', async () => {
  let progress = 0;
  const poll = tool({
    name: 'search',
    description: 'Says how far it is.',
    parameters,
    execute: () => `${++progress} of 12 are ready.`,
  });
  const model = scriptedModel((turn) => (turn < 12 ? repeating(turn) : 'Ready.'));
  const agent = stopOnLoop(new Agent({ name: 'Clerk', model, tools: [poll] }));
  const result = await runner.run(agent, 'Wait.', { maxTurns });
  assert.equal(result.finalOutput, 'Ready.');
});

function scriptedModel(script: Script, seen?: (input: string) => void): ScriptedModel {
  const turns = Array.from({ length: 50 }, (_, turn) =>
    modelResponder(({ request }) => {
      seen?.(JSON.stringify(request.input));
      const said = script(turn);
      if (typeof said === 'string') return [assistantMessage(said)];
      return said.map(({ tool: name, args }, at) =>
        functionCall(name, args, { callId: `call-${turn}-${at}` }),
      );
    }),
  );
  return new ScriptedModel(turns);
}
