// generateText of the AI SDK with the mock model of ai/test.
import { generateText, isStepCount, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { lookUp, toolName } from './scenario.mjs';

const tools = {
  [toolName]: tool({
    description: 'Gives one result.',
    inputSchema: z.object({ scenario: z.number(), step: z.number() }),
    execute: lookUp,
  }),
};

export async function run(scenario, { steps }) {
  const { text } = await generateText({
    model: createModel(scenario),
    tools,
    stopWhen: isStepCount(steps + 1),
    prompt: scenario.task,
  });
  return text;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function createModel(scenario) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const { args, answer } = await scenario.think(
        (observation) => prompt.at(-1).content[0].output.value === observation,
      );
      return args === undefined
        ? {
            content: [{ type: 'text', text: answer }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          }
        : {
            content: [
              {
                type: 'tool-call',
                toolCallId: `call-${args.step}`,
                toolName,
                input: JSON.stringify(args),
              },
            ],
            finishReason: { unified: 'tool-calls', raw: undefined },
            usage,
            warnings: [],
          };
    },
  });
}
