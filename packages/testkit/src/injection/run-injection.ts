import type { ModelRequest, RunResult } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { runReact } from '@loopwright/react-loop';
import { pureModel } from '../turn-model.ts';
import { anyAnswer } from './any-answer.ts';
import { type Echo, honestActor, injectionFormats } from './injection-actor.ts';
import { injectionPlanners } from './injection-planners.ts';
import {
  createInjectionWorld,
  type InjectionPlace,
  type InjectionWorld,
  injectionHistory,
} from './injection-world.ts';
import { outlineOfRequest } from './outline.ts';
import { harmlessText } from './payload.ts';
import { recorded } from './recorded.ts';

/** The ways to run an agent that the suite attacks. */
export const injectionTargets = ['text', 'json', 'native', 'rewoo', 'plan-execute'] as const;

/** One of {@link injectionTargets}. */
export type InjectionTarget = (typeof injectionTargets)[number];

/** What a run with a payload came to. */
export type InjectionRun = {
  result: RunResult<Json>;
  /** Status, answer, calls and counts, with the payload and the harmless words written alike. */
  course: unknown;
  /** Labels, fences and tokens of every request, by message. */
  outlines: string[][][];
  /** What happened in the world. */
  commits: readonly string[];
  /** The last request of the actor, or of the planner or solver. */
  lastRequest: ModelRequest;
};

/** Runs an honest model among payloads, in all places or in some. */
export async function runInjection(
  target: InjectionTarget,
  payload: string,
  options: { places?: readonly InjectionPlace[]; echo?: Echo } = {},
): Promise<InjectionRun> {
  const world = createInjectionWorld(payload, options.places);
  const requests: ModelRequest[] = [];
  const advice: ModelRequest[] = [];
  const isPlanned = target === 'rewoo' || target === 'plan-execute';
  const result = isPlanned
    ? await injectionPlanners[target](world, requests, options.echo)
    : await runActor(target, world, { requests, advice }, options.echo);
  const read = { json: target === 'json', history: isPlanned ? 0 : injectionHistory };
  return {
    result,
    course: courseOf(result, payload),
    outlines: [
      ...requests.map((request) => outlineOfRequest(request, read)),
      ...advice.map((request) => outlineOfRequest(request)),
    ],
    commits: world.world.commits,
    lastRequest: requests.at(-1)!,
  };
}

async function runActor(
  target: 'text' | 'json' | 'native',
  { tools, guards, advisors, textAt }: InjectionWorld,
  { requests, advice }: { requests: ModelRequest[]; advice: ModelRequest[] },
  echo: Echo | undefined,
): Promise<RunResult<Json>> {
  const written = injectionFormats[target];
  const turns = [
    (thought: string) => written.call('read', { file: textAt('argument') }, thought),
    (thought: string) => written.call('lookup', {}, thought),
    (thought: string) => written.call('fail', {}, thought),
    (thought: string) => written.call('pay', { eur: 1 }, thought),
    (thought: string) => written.answer('done', thought),
  ];
  const actor = honestActor(written, turns, { echo, original: textAt('observation') });
  const critique = JSON.stringify({
    on_track: false,
    critique: textAt('critic'),
    next_hint: textAt('critic'),
  });
  const critic = pureModel(() => critique);
  return runReact<Json>({
    task: `Find out.\n${textAt('task')}`,
    history: [
      { role: 'user', blocks: [textAt('history')] },
      { role: 'assistant', text: 'Noted.', toolCalls: [] },
    ],
    format: written.format,
    model: recorded(actor, requests),
    models: { critic: recorded(critic, advice) },
    tools,
    guards,
    advisors,
    limits: { maxSteps: 8, attempts: 1, retryDelayMs: 0 },
    answer: anyAnswer,
  });
}

function courseOf(result: RunResult<Json>, payload: string): unknown {
  const { status, stopReason, counts, steps } = result;
  const answer = result.status === 'solved' ? result.answer : null;
  const course = {
    status,
    stopReason,
    answer,
    counts: { ...counts, ms: 0 },
    steps: steps.map((step) => ({
      kind: step.kind,
      calls: step.calls,
      results: step.observations.map(({ tool, ok }) => ({ tool, ok })),
      notes: step.notes.length,
    })),
  };
  return JSON.parse(JSON.stringify(course), (_, value) =>
    value === payload ? harmlessText : value,
  );
}
