// Real runs with scripted models, each watched by telemetry.
import { defineAgentTool } from '@loopwright/agent-run';
import { runPlanExecute } from '@loopwright/planner';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { createTelemetry } from '@loopwright/telemetry';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const action = (tool: string, args: object) =>
  `Thought: Next.\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
const final = (answer: string) => `Thought: It is in hand.\nFinal Answer: ${answer}`;

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide at an hour.',
  effect: 'pure',
  input: z.object({ hour: z.number() }),
  execute: ({ hour }) => 100 + hour,
});

const radio = defineTool({
  name: 'radio',
  description: 'Asks the harbour master.',
  effect: 'pure',
  input: z.object({}),
  execute: () => {
    throw new Error('no signal from mast-17');
  },
});

const tools = createToolRegistry({ tools: [tide, radio] });
const task = 'How high is the tide at 5?';

function watch(agentName: string) {
  const provider = () => 'openai';
  return createTelemetry({ agentName, provider }).watch();
}

/** Repeats itself, with a critic that does not mind, until the loop guard ends it. */
export function loops() {
  const replies = Array.from({ length: 10 }, () => action('tide', { hour: 5 }));
  const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60, costUsd: null };
  const critique = '{"on_track": true, "critique": "fine", "next_hint": "go on"}';
  return runReact({
    ...watch('looper'),
    task,
    model: scriptedModel(
      replies.map((text) => ({ text, usage })),
      { id: 'large' },
    ),
    models: {
      critic: scriptedModel(
        replies.map(() => critique),
        { id: 'judge' },
      ),
    },
    advisors: [createCritic()],
    tools,
  });
}

/** Its first plan fails, the second holds. */
export function replans() {
  const plan = (tool: string, args: object) => JSON.stringify([{ id: 'E1', tool, args }]);
  return runPlanExecute({
    ...watch('planner'),
    task,
    model: scriptedModel([plan('radio', {}), plan('tide', { hour: 5 })], { id: 'large' }),
    tools,
  });
}

/** Gives up with a partial answer. */
export function givesUp() {
  const reply = action('give_up', { partial_answer: 'half', reason: 'no signal' });
  const model = scriptedModel([reply], { id: 'large' });
  return runReact({ ...watch('quitter'), task, model, tools });
}

/** Its model has nothing to say. */
export function fails() {
  return runReact({ ...watch('failing'), task, model: scriptedModel([], { id: 'large' }), tools });
}

/** Has another agent find out. */
export function delegates() {
  const pilot = defineAgentTool({
    name: 'pilot',
    description: 'Finds out.',
    input: z.object({ question: z.string() }),
    bounds: { modelCalls: 4 },
    agent: ({ question }, parent) =>
      runReact({
        task: question,
        model: scriptedModel([action('tide', { hour: 3 }), final('103')], { id: 'small' }),
        tools,
        limits: { maxSteps: 4 },
        parent,
      }),
  });
  return runReact({
    ...watch('captain'),
    task,
    model: scriptedModel([action('pilot', { question: 'At 3?' }), final('103')], { id: 'large' }),
    tools: createToolRegistry({ tools: [pilot] }),
  });
}
