import type { RunResult } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { reflectOnFailure, reportSession, type SessionReport } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';
import { createLookup, type PerformedLookup } from '../world/lookup.ts';
import { observationsIn, writeStep } from '../world/write-step.ts';

type Seen = {
  readonly recovered: RunResult<string>;
  readonly performed: readonly PerformedLookup[];
  readonly report: SessionReport;
  /** Every second lookup fails; two errors in a row would be the end. */
  readonly everySecond: RunResult<string>;
  /** The same, but every lookup fails. */
  readonly always: RunResult<string>;
};

const title = 'error recovery with retry';
const capital = { entity: 'france', attribute: 'capital' };

/** Calls again only when its reflection says so. */
function obedientPolicy(scratchpad: string): string {
  const [first] = observationsIn(scratchpad);
  if (first === undefined) return writeStep('I need the capital.', 'lookup', capital);
  return scratchpad.includes('Next: call lookup once more')
    ? writeStep('It may work now.', 'lookup', capital)
    : writeStep('I cannot know.', 'give_up', { partial_answer: '', reason: first });
}

const facts = ['france', 'germany'].flatMap((entity) =>
  ['capital', 'population'].map((attribute) => ({ entity, attribute })),
);

/** Asks for each fact, whatever came of the one before, and then again for those it does not have. */
function collectingPolicy(scratchpad: string): string {
  const seen = observationsIn(scratchpad);
  const found = seen.filter((text) => !text.startsWith('ERROR')).length;
  const next = facts[found];
  if (next === undefined) return `Thought: That is all.\nFinal Answer: ${found} facts`;
  return writeStep(`I need ${next.attribute} of ${next.entity}.`, 'lookup', next);
}

/** A directory that is down at times. */
export const recovery = defineExperiment<Seen>({
  title: 'Error recovery with retry',
  async perform() {
    const { tool, performed } = createLookup((number) => number === 1);
    const tools = createToolRegistry({ tools: [tool] });
    const recovered = await runReact({
      task: 'What is the capital of France?',
      model: fromPolicy(obedientPolicy),
      tools,
      advisors: [reflectOnFailure()],
      goal: ({ observations }) => observations.some(({ ok }) => ok),
    });
    const report = reportSession(recovered.steps, { tools: [...tools.tools.keys()] });
    const everySecond = await collect((number) => number % 2 === 1);
    const always = await collect(() => true);
    return { recovered, performed, report, everySecond, always };
  },
  claims: [
    {
      says: 'What failed for a time is retried, and the goal achieved',
      basis: inferredFrom(title),
      check({ recovered: { steps, stopReason }, performed }) {
        const texts = steps.flatMap(({ observations }) => observations.map(({ text }) => text));
        const successes = performed.map(({ succeeded }) => succeeded);
        const holds =
          texts[0]?.includes('temporarily') === true &&
          successes.join() === 'false,true' &&
          performed.every(({ attribute }) => attribute === 'capital') &&
          stopReason === 'goal_achieved';
        return { holds, observed: { texts, successes, stopReason } };
      },
    },
    {
      says: 'The reflection said retry',
      basis: inferredFrom(title),
      check({ recovered: { steps }, report: { recommendations } }) {
        const { notes } = steps[0]!;
        const { retry, alternative, escalate } = recommendations;
        const isRetry = retry === 1 && alternative === 0 && escalate === 0;
        const holds = isRetry && notes.some((note) => note.includes('call lookup once more'));
        return { holds, observed: { notes, recommendations } };
      },
    },
    {
      says: 'A success resets the count of errors',
      basis: stated('consecutiveErrors = 0'),
      check({ everySecond, always }) {
        const observed = [everySecond, always].map(({ stopReason, counts, steps }) => {
          const { ok, failed } = counts.toolCalls;
          return { stopReason, ok, failed, steps: steps.length };
        });
        const holds =
          everySecond.stopReason === 'final' &&
          everySecond.counts.toolCalls.failed === facts.length &&
          always.stopReason === 'error_limit' &&
          always.steps.length === 2;
        return { holds, observed };
      },
    },
  ],
});

function collect(isDown: (number: number) => boolean): Promise<RunResult<string>> {
  return runReact({
    task: 'Collect capitals and populations.',
    model: fromPolicy(collectingPolicy),
    tools: createToolRegistry({ tools: [createLookup(isDown).tool] }),
    errorLimit: { maxConsecutiveErrors: 2 },
  });
}
