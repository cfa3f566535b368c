// runReact in the text form, in the variants of the table.
import { createMemoryJournal } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import { expect, lookUp, lookUpLater, toolName, writeTurn } from './scenario.mjs';

const createTools = (execute) =>
  createToolRegistry({
    tools: [
      defineTool({
        name: toolName,
        description: 'Gives one result.',
        input: z.object({ scenario: z.number(), step: z.number() }),
        effect: 'pure',
        execute,
      }),
    ],
  });

const tools = createTools(lookUp);
const slowTools = createTools(lookUpLater);

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

/**
 * A function that runs the loop over a runtime. The tool takes as long as the model does.
 *
 * @param options.beforeModelCall Is given the number of the call, from 0, and waited for.
 */
export function createSession(scenario, { steps, delayMs = 0, beforeModelCall }) {
  const options = delayMs > 0 ? { tools: slowTools } : {};
  return (runtime) =>
    react(
      scenario,
      { steps },
      { ...options, runtime, model: createModel(scenario, beforeModelCall) },
    );
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

function createModel(scenario, beforeCall) {
  let calls = 0;
  return {
    id: 'scripted',
    async generate({ messages }) {
      await beforeCall?.(calls++);
      const block = messages.at(-1).blocks.at(-1);
      const turn = await scenario.think((text) => block.endsWith(text, block.length - 1));
      return { text: writeTurn(turn) };
    },
  };
}
