// The logs of runs of every kind, made by the packages, and those that the demo has written.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createMemoryJournal, defineAgentTool } from '@loopwright/agent-run';
import { runPlanExecute } from '@loopwright/planner';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { reflectOnFailure } from '@loopwright/reflection';
import { runRewoo } from '@loopwright/rewoo';
import { createRunLog, readRunLog } from '@loopwright/telemetry/run-log';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { hostileTexts } from './hostile.mjs';

/** By name: the log of a run and how it ended. */
export async function makeRuns() {
  const say = { final: 'Thought: It is known.\nFinal Answer: 103 cm at 3' };
  const journal = createMemoryJournal();
  return {
    solved: await logOf(runReact, {
      task: 'When may we leave the harbour?',
      model: scripted([action('tide', { hour: 3 }), action('pay', { eur: 12 }), say.final]),
    }),
    degraded: await logOf(runReact, {
      task: 'Ask the harbour master.',
      model: scripted([
        action('radio', {}),
        'Thought: No use.\nAction: give_up\nAction Input: {"partial_answer": "nobody is there", "reason": "no signal"}',
      ]),
      advisors: [reflectOnFailure()],
    }),
    loop: await logOf(runReact, {
      task: 'Watch the tide.',
      model: scripted(Array.from({ length: 10 }, () => action('tide', { hour: 5 }))),
    }),
    'parse errors': await logOf(runReact, {
      task: 'Answer me.',
      model: scripted(['I am not sure.', 'Action: tide\nAction Input: {"hour": ', say.final]),
    }),
    approval: await logOf(runReact, {
      task: 'Pay the fee.',
      model: scripted([action('pay', { eur: 30 })]),
      tools: [pay({ approval: true })],
      runtime: journal,
    }),
    rewoo: await logOf(runRewoo, {
      task: 'Compare two tides and pay for the higher one.',
      model: scripted([
        plan(
          { id: 'E1', tool: 'tide', args: { hour: 1 } },
          { id: 'E2', tool: 'tide', args: { hour: 2 } },
          { id: 'E3', tool: 'pay', args: { eur: '#E2' } },
        ),
        'Final Answer: 102',
      ]),
    }),
    'plan-execute': await logOf(runPlanExecute, {
      task: 'Ask the harbour master, or else look up the tide.',
      model: scripted([
        plan({ id: 'E1', tool: 'radio', args: {} }),
        plan({ id: 'E1', tool: 'tide', args: { hour: 4 } }),
      ]),
    }),
    'sub-agent': await logOf(runReact, {
      task: 'Let the pilot find out.',
      model: scripted([action('pilot', { question: 'When?' }), say.final]),
      tools: [pilot()],
    }),
    hostile: await logOf(runReact, {
      task: Object.values(hostileTexts).join(' ').slice(0, 4000),
      model: scripted([
        ...Object.values(hostileTexts).map((text) => ({
          text: `Thought: ${text}\nAction: echo\nAction Input: ${JSON.stringify({ text })}`,
        })),
        `Thought: done\nFinal Answer: ${hostileTexts.script}`,
      ]),
      limits: { maxSteps: 40 },
    }),
  };
}

/** By the name of its file: the log of each run in a folder. */
export function readRuns(folder) {
  const files = readdirSync(folder);
  if (files.length === 0) throw new Error(`${folder} has no run logs`);
  return Object.fromEntries(
    files.map((file) => [
      path.parse(file).name,
      readRunLog(readFileSync(path.join(folder, file), 'utf8')),
    ]),
  );
}

/** A run of many steps, as one that nothing has stopped. */
export async function makeLongRun(steps) {
  const replies = Array.from({ length: steps - 1 }, (_, hour) => action('tide', { hour }));
  return logOf(runReact, {
    task: 'Watch the tide for a very long time.',
    model: scripted([...replies, 'Thought: enough.\nFinal Answer: it comes and goes']),
    limits: { maxSteps: steps, maxToolCalls: steps },
  });
}

/** Runs a strategy and gives its log, read. */
async function logOf(run, { tools, ...options }) {
  const lines = [];
  const log = createRunLog({ write: (line) => lines.push(line), level: 'verbose' });
  await run({
    ...options,
    tools: createToolRegistry({ tools: tools ?? [tide, radio, echo, pay({})] }),
    onEvent: log.onEvent,
  });
  const { failure } = await log.end();
  if (failure) throw failure.error;
  return readRunLog(lines.join('\n'));
}

const anyObject = {
  '~standard': {
    version: 1,
    vendor: 'viewer-tests',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ type: 'object' }) },
  },
};

function tool(name, execute, more = {}) {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    effect: 'pure',
    input: anyObject,
    execute,
    ...more,
  });
}

const tide = tool('tide', ({ hour }) => 100 + hour);
const echo = tool('echo', ({ text }) => text);
const radio = tool('radio', () => {
  throw new RangeError('no signal on channel 12');
});

function pay(more) {
  return tool('pay', ({ eur }) => ({ paid: eur }), { effect: 'once', ...more });
}

function pilot() {
  return defineAgentTool({
    name: 'pilot',
    description: 'Finds out.',
    input: anyObject,
    bounds: { modelCalls: 4 },
    agent: ({ question }, parent) =>
      runReact({
        task: question,
        model: scripted([action('tide', { hour: 3 }), 'Final Answer: at 3']),
        tools: createToolRegistry({ tools: [tide] }),
        limits: { maxSteps: 4 },
        parent,
      }),
  });
}

function scripted(replies) {
  return scriptedModel(replies, { id: 'scripted' });
}

function action(name, args) {
  return `Thought: next\nAction: ${name}\nAction Input: ${JSON.stringify(args)}`;
}

function plan(...steps) {
  return JSON.stringify({ plan: steps });
}
