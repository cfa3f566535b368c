// runReact in the text form, in the variants of the table.
import { createMemoryJournal } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import { expect, lookUp, toolName, writeTurn } from './scenario.mjs';

const tools = createToolRegistry({
  tools: [
    defineTool({
      name: toolName,
      description: 'Gives one result.',
      input: z.object({ scenario: z.number(), step: z.number() }),
      effect: 'pure',
      execute: lookUp,
    }),
  ],
});

export const run = (scenario, size) => react(scenario, size, {});

export const runWithoutGuards = (scenario, size) =>
  react(scenario, size, { loop: false, progress: false, errorLimit: false });

export const runWithJournal = (scenario, size) =>
  react(scenario, size, { runtime: createMemoryJournal() });

/** The model as a function of the whole scratchpad, as `minimal-text` has it. */
export const runWithPolicy = (scenario, size) =>
  react(scenario, size, {
    model: fromPolicy(async (scratchpad) =>
      writeTurn(await scenario.think((text) => scratchpad.endsWith(text, scratchpad.length - 1))),
    ),
  });

export async function runWithCritic(scenario, size) {
  let calls = 0;
  const critic = {
    id: 'critic',
    async generate() {
      calls += 1;
      return { text: '{"on_track": true, "critique": "", "next_hint": ""}' };
    },
  };
  const answer = await react(scenario, size, { advisors: [createCritic()], models: { critic } });
  expect(calls === size.steps, `${calls} calls of the critic`);
  return answer;
}

export async function react(scenario, { steps }, options) {
  const result = await runReact({
    task: scenario.task,
    model: createModel(scenario),
    tools,
    limits: { maxSteps: steps + 1, maxToolCalls: steps },
    ...options,
  });
  expect(result.status === 'solved', `the run ended with ${result.stopReason}: ${result.reason}`);
  expect(result.flags.length === 0, `a flag: ${JSON.stringify(result.flags[0])}`);
  expect(result.steps.length === steps + 1, `${result.steps.length} steps`);
  return result.answer;
}

function createModel(scenario) {
  return {
    id: 'scripted',
    async generate({ messages }) {
      const block = messages.at(-1).blocks.at(-1);
      const turn = await scenario.think((text) => block.endsWith(text, block.length - 1));
      return { text: writeTurn(turn) };
    },
  };
}
