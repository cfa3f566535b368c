import type { DurableEvent, RunResult, Step } from '@loopwright/agent-run';
import { decompose, TaskGraph } from '@loopwright/planner';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { reflectOnFailure } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';
import { createLookup } from '../world/lookup.ts';
import { observationsIn, writeStep } from '../world/write-step.ts';

type Seen = { readonly result: RunResult<string>; readonly events: readonly DurableEvent[] };

const title = 'end-to-end goal achievement';
const task = 'Find capital of France and population';

/** Takes the subtasks of the plan one after the other. */
function planningPolicy(scratchpad: string): string {
  const subtask = decompose(task).tasks[observationsIn(scratchpad).length]!;
  const [, attribute, entity] = /^Find (\w+) of (\w+)$/.exec(subtask.description)!;
  const input = { entity: entity!.toLowerCase(), attribute: attribute! };
  return writeStep(`Next is ${subtask.id}: ${subtask.description}.`, 'lookup', input);
}

/** The goal is reached when all that is left of the plan is to combine what was found. */
function answerOf(steps: readonly Step[]): { answer: string } | undefined {
  const graph = new TaskGraph<string>(decompose(task));
  for (const { ok, text } of steps.flatMap(({ observations }) => observations)) {
    if (ok) graph.complete(graph.next()!.id, text);
  }
  if (graph.next()?.id !== 'combine') return undefined;
  const [capital, population] = graph.tasks.map(({ result }) => result);
  return { answer: `The capital of France is ${capital}, its population ${population}.` };
}

/** All parts together: a plan, a loop with every guard, reflection, and a trace of what happened. */
export const endToEnd = defineExperiment<Seen>({
  title: 'End-to-end goal achievement',
  async perform() {
    const events: DurableEvent[] = [];
    const result = await runReact({
      task,
      model: fromPolicy(planningPolicy),
      tools: createToolRegistry({ tools: [createLookup().tool] }),
      goal: (step, before) => answerOf([...before, step]),
      drift: { onDrift: 'flag', minActions: 1 },
      advisors: [reflectOnFailure()],
      onEvent: (event) => events.push(event),
    });
    return { result, events };
  },
  claims: [
    {
      says: 'The goal is achieved',
      basis: stated("terminationReason: 'goal_achieved'"),
      check: ({ result: { status, stopReason } }) => ({
        holds: status === 'solved' && stopReason === 'goal_achieved',
        observed: { status, stopReason },
      }),
    },
    {
      says: 'The answer has Paris',
      basis: inferredFrom(title),
      check({ result }) {
        const answer = result.status === 'solved' ? result.answer : null;
        return { holds: answer?.includes('Paris') === true, observed: answer };
      },
    },
    {
      says: 'Inside the limits, without a flag, with a full trace',
      basis: inferredFrom(title),
      check({ result: { steps, bounds, counts, flags }, events }) {
        const modelCalls = counts.modelCalls.actor ?? 0;
        const toolCalls = counts.toolCalls.ok + counts.toolCalls.failed;
        const isInside = modelCalls <= bounds.modelCalls && toolCalls <= bounds.toolCalls;
        const recorded = events.flatMap((event) => (event.type === 'step' ? [event.step] : []));
        const isFull = JSON.stringify(recorded) === JSON.stringify(steps) && steps.every(isWhole);
        const isNumbered = events.every(({ seq }, at) => seq === at);
        const types = events.map(({ type }) => type);
        return {
          holds: isInside && flags.length === 0 && isFull && isNumbered,
          observed: { modelCalls, toolCalls, flags, types },
        };
      },
    },
  ],
});

/** A step of which thought, action and observation are known. */
function isWhole({ thought, calls, observations }: Step): boolean {
  return thought !== '' && calls.length === 1 && observations.length === 1;
}
