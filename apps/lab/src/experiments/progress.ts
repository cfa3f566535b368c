import type { RunResult, Step } from '@loopwright/agent-run';
import { LoopDetector, relevantInformation } from '@loopwright/loop-detector';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';
import { createSearch } from '../world/search.ts';
import { observationsIn, writeStep } from '../world/write-step.ts';

type Seen = {
  readonly fruitless: RunResult<string>;
  /** The same, but the third search finds something. */
  readonly interrupted: RunResult<string>;
  /** Whether a detector of loops saw one in the actions of the fruitless run. */
  readonly loopSeen: boolean;
};

const task = 'What fees apply to my checking account?';
const rooms = ['lobby', 'garden', 'canteen', 'garage', 'library', 'attic', 'cellar', 'terrace'];

/** Another word each time, none of which has to do with the task. */
function wanderingPolicy(scratchpad: string): string {
  const room = rooms[observationsIn(scratchpad).length % rooms.length]!;
  return writeStep('Perhaps there.', 'search', { q: room });
}

/** Busy agents, with a milestone for what has to do with the task. */
export const progress = defineExperiment<Seen>({
  title: 'Progress tracking',
  async perform() {
    const fruitless = await wander((q) => `The ${q} opens at nine.`);
    const interrupted = await wander((q) =>
      q === rooms[2] ? 'The fees of a checking account are 3 USD.' : `The ${q} opens at nine.`,
    );
    const detector = new LoopDetector();
    const states = fruitless.steps
      .flatMap(({ calls }) => calls)
      .map(({ tool, args }) => detector.recordAction({ name: tool, parameters: args }));
    return { fruitless, interrupted, loopSeen: states.some(({ loopDetected }) => loopDetected) };
  },
  claims: [
    {
      says: 'Five varied steps without a milestone are stuck',
      basis: stated('flagged as stuck even if its exact actions vary'),
      check({ fruitless: { steps, stopReason } }) {
        const queries = steps.map(({ calls }) => String(calls[0]!.args.q));
        const flagged = stepsJudgedBy('progress', steps);
        const areVaried = new Set(queries).size === queries.length;
        const holds = areVaried && flagged[0] === 5 && stopReason === 'no_progress';
        return { holds, observed: { queries, flagged, stopReason } };
      },
    },
    {
      says: 'The loop detector is silent on the same run',
      basis: stated('simple loop detection does not trigger'),
      check({ fruitless: { steps }, loopSeen }) {
        const judged = stepsJudgedBy('loop', steps);
        return { holds: judged.length === 0 && !loopSeen, observed: { judged, loopSeen } };
      },
    },
    {
      says: 'A milestone starts the count again',
      basis: inferredFrom('progress tracking'),
      check({ interrupted: { steps } }) {
        const flagged = stepsJudgedBy('progress', steps);
        return { holds: flagged[0] === 3 + 5, observed: flagged };
      },
    },
  ],
});

function wander(find: (q: string) => string): Promise<RunResult<string>> {
  return runReact({
    task,
    model: fromPolicy(wanderingPolicy),
    tools: createToolRegistry({ tools: [createSearch(find)] }),
    progress: { isMilestone: relevantInformation({ goal: task }) },
  });
}

/** The numbers of the steps about which a guard said something. */
function stepsJudgedBy(guard: string, steps: readonly Step[]): number[] {
  return steps
    .filter(({ verdicts }) => verdicts.some((verdict) => verdict.guard === guard))
    .map(({ n }) => n);
}
