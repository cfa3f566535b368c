import { setTimeout as wait } from 'node:timers/promises';
import type { Model, RunResult, StepRuntime } from '@loopwright/agent-run';
import { runPlanExecute } from '@loopwright/planner';
import { runReact } from '@loopwright/react-loop';
import { runRewoo } from '@loopwright/rewoo';
import { createToolRegistry, defineTool, type ToolEffect } from '@loopwright/tool-registry';
import { anyArguments } from '../hostile-tools.ts';
import { conversationOf, countObservations } from '../read-request.ts';
import { actionText, finalText, pureModel } from '../turn-model.ts';
import { worldLabel } from '../world.ts';
import type { WorldWriter } from './world-file.ts';

/** Sessions that are crashed; `approval` waits for a decision in its second step. */
export type SessionKind = 'react' | 'rewoo' | 'plan' | 'approval';

/** What one life of a session works with. */
export type SessionLife = {
  runtime: StepRuntime;
  world: WorldWriter;
  /** Milliseconds that a model takes, and a tool in all. */
  paceMs: number;
};

/**
 * Runs one session of rules: models answer by what their request shows, tools by their arguments, so that every life says
 * the same. The answers are made of observations, so that one that is lost would show.
 */
export function runSession(kind: SessionKind, life: SessionLife): Promise<RunResult<unknown>> {
  const tools = createToolRegistry({ tools: sessionTools(life) });
  const runtime = life.world.watch(life.runtime);
  const paced = (model: Model) => pacedModel(model, life);
  switch (kind) {
    case 'react':
      return runReact({
        task: 'Read nineteen values, and pay for what was read.',
        model: paced(reactModel(reactCalls)),
        tools,
        runtime,
        limits: { maxSteps: reactCalls.length + 1 },
      });
    case 'approval':
      return runReact({
        task: 'Have the money wired.',
        model: paced(reactModel(approvalCalls)),
        tools,
        runtime,
      });
    case 'rewoo':
      return runRewoo({
        task: 'Read the values, and pay for them.',
        model: paced(rewooModel),
        tools,
        runtime,
      });
    case 'plan':
      return runPlanExecute({
        task: 'Read the values, and pay for them.',
        model: paced(planModel),
        tools,
        runtime,
      });
  }
}

/** `look` reads, `pay` pays once for a key, `send` sends each time, `wire` needs approval, `broken` throws. */
function sessionTools({ world, paceMs }: SessionLife) {
  const tool = (name: string, effect: ToolEffect, answer: (n: unknown) => unknown) =>
    defineTool({
      name,
      description: `The tool ${name}.`,
      input: anyArguments,
      effect,
      approval: name === 'wire',
      async execute(args, { idempotencyKey: key }) {
        const label = worldLabel(name, args);
        world.write({ what: 'tool', label, key });
        await wait(paceMs / 2);
        if (effect !== 'pure') world.write({ what: 'effect', label, key });
        await wait(paceMs / 2);
        return answer(args.n);
      },
    });
  return [
    tool('look', 'pure', (n) => `value ${Number(n) * 7}`),
    tool('pay', 'idempotent', () => 'paid'),
    tool('send', 'once', () => 'sent'),
    tool('wire', 'once', () => 'wired'),
    tool('broken', 'pure', () => {
      throw new Error('not found');
    }),
  ];
}

function pacedModel(model: Model, { world, paceMs }: SessionLife): Model {
  return {
    ...model,
    async generate(request, options) {
      world.write({ what: 'model' });
      await wait(paceMs);
      return model.generate(request, options);
    },
  };
}

const reactCalls = Array.from({ length: 19 }, (_, n) => ['look', 'pay', 'send'][n % 3]!);
const approvalCalls = ['look', 'wire', 'pay'];

function reactModel(calls: readonly string[]): Model {
  return pureModel((request) => {
    const n = countObservations(request);
    const tool = calls[n];
    return tool ? actionText(tool, { n }) : finalText(sumOfValues(conversationOf(request)));
  });
}

/** Everything that was read, whatever stands around it. */
function sumOfValues(text: string): string {
  const values = [...text.matchAll(/value (\d+)/g)].map(([, value]) => Number(value));
  return `sum ${values.reduce((sum, value) => sum + value, 0)}`;
}

type Planned = readonly [id: string, tool: string, args?: Record<string, unknown>];

function planText(...steps: readonly Planned[]): string {
  const plan = steps.map(([id, tool, args]) => ({ id, tool, args: { n: id.slice(1), ...args } }));
  return JSON.stringify({ plan });
}

/** Four waves; nothing needs the value of a `once` call, which may be lost. */
const waves = planText(
  ['E1', 'look'],
  ['E2', 'look'],
  ['E3', 'pay'],
  ['E4', 'send'],
  ['E5', 'look', { of: '#E1' }],
  ['E6', 'pay', { of: '#E2' }],
  ['E7', 'send', { of: '#E3' }],
  ['E8', 'look', { of: '#E5' }],
  ['E9', 'send', { of: '#E6' }],
  ['E10', 'send', { of: '#E5' }],
  ['E11', 'pay', { of: '#E8' }],
  ['E12', 'look', { of: '#E8' }],
);

const rewooModel = pureModel((request) =>
  request.system.startsWith('You plan')
    ? waves
    : `Final Answer: ${sumOfValues(conversationOf(request))}`,
);

/** Its third wave fails whether or not a payment in it is lost, so that there is one new plan in any case. */
const failingPlan = planText(
  ['E1', 'look'],
  ['E2', 'look'],
  ['E3', 'pay'],
  ['E4', 'look', { of: '#E1' }],
  ['E5', 'pay', { of: '#E2' }],
  ['E6', 'send', { of: '#E4' }],
  ['E7', 'send', { of: '#E5' }],
  ['E8', 'broken', { of: '#E4' }],
);

const secondPlan = planText(
  ['E11', 'look'],
  ['E12', 'pay', { of: '#E11' }],
  ['E13', 'look', { of: '#E12' }],
);

const planModel = pureModel((request) =>
  /plan 1/i.test(conversationOf(request)) ? secondPlan : failingPlan,
);
