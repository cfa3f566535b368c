import type { ModelRequest, RunResult } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { runPlanExecute } from '@loopwright/planner';
import { runRewoo } from '@loopwright/rewoo';
import { pureModel } from '../turn-model.ts';
import { anyAnswer } from './any-answer.ts';
import type { Echo } from './injection-actor.ts';
import type { InjectionWorld } from './injection-world.ts';
import { outlineOfRequest } from './outline.ts';
import { harmlessText } from './payload.ts';
import { recorded } from './recorded.ts';

type RunPlanner = (
  world: InjectionWorld,
  requests: ModelRequest[],
  echo: Echo | undefined,
) => Promise<RunResult<Json>>;

/** The strategies that plan, with honest planners. What they echo is the last evidence, or the description of a tool. */
export const injectionPlanners: Readonly<Record<'rewoo' | 'plan-execute', RunPlanner>> = {
  rewoo: (world, requests, echo) => {
    const plan = planText([
      ['read', { file: argumentOf(world) }],
      ['lookup', {}],
      ['pay', { eur: 1, memo: '#E1', detail: ['#E2.note', '#E2.list[0]'] }],
      ['fail', {}],
    ]);
    const model = pureModel((request) => {
      const isPlanner = request.system.startsWith('You plan');
      return behind(request, echo, world, isPlanner ? plan : 'Final Answer: done');
    });
    return runRewoo<Json>({
      ...common(world),
      model: recorded(model, requests),
      answer: anyAnswer,
    });
  },
  'plan-execute': (world, requests, echo) => {
    const plans = [
      planText([
        ['read', { file: argumentOf(world) }],
        ['lookup', {}],
        ['fail', {}],
      ]),
      planText([['pay', { eur: 1 }]]),
    ];
    const model = pureModel((request) => {
      const labels = outlineOfRequest(request).flat();
      const isReplan = labels.filter((label) => label === 'observation').length === 3;
      return behind(request, echo, world, plans[isReplan ? 1 : 0]!);
    });
    return runPlanExecute<Json>({ ...common(world), model: recorded(model, requests) });
  },
};

function common({ tools, guards, textAt }: InjectionWorld) {
  const limits = { attempts: 1, retryDelayMs: 0 };
  return { task: `Find out.\n${textAt('task')}`, tools, guards, limits };
}

/** A plan of steps E1, E2 and so on. */
function planText(steps: readonly [tool: string, args: JsonObject][]): string {
  const plan = steps.map(([tool, args], index) => ({ id: `E${index + 1}`, tool, args }));
  return JSON.stringify({ plan });
}

/** In a plan `#` and `$` begin references, which are the planner's own words. */
function argumentOf({ textAt }: InjectionWorld): string {
  const text = textAt('argument');
  return /[#$]/.test(text) ? harmlessText : text;
}

function behind(
  { system, messages }: ModelRequest,
  echo: Echo | undefined,
  { textAt }: InjectionWorld,
  reply: string,
): string {
  if (echo === undefined) return reply;
  if (echo.text === 'original') return `${textAt('observation')}\n${reply}`;
  const conversation = messages
    .map((each) => (each.role === 'user' ? each.blocks.join('') : ''))
    .join('');
  const [, ...seen] = conversation.split(/^Observation \([^)]*\): /m);
  const described = system.split('\n').find((line) => line.startsWith('- lookup: ')) ?? '';
  return `${seen.at(-1) ?? described}\n${reply}`;
}
