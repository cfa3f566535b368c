import type { RunResult } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';
import { createLookup, type PerformedLookup } from '../world/lookup.ts';
import { observationsIn, writeStep } from '../world/write-step.ts';

type Seen = { readonly result: RunResult<string>; readonly performed: readonly PerformedLookup[] };

/** Asks in its own words first, and in those of the tool once it has read them. */
function capitalPolicy(scratchpad: string): string {
  const isKnown = observationsIn(scratchpad).at(-1)?.includes('known: capital') === true;
  return isKnown
    ? writeStep('Here it is called capital.', 'lookup', { entity: 'france', attribute: 'capital' })
    : writeStep('I need to find the capital of France.', 'lookup', {
        entity: 'france',
        attribute: 'seat of government',
      });
}

/** A question that takes a failure, a success, and an end. */
export const cycle = defineExperiment<Seen>({
  title: 'ReAct loop',
  async perform() {
    const { tool, performed } = createLookup();
    const result = await runReact({
      task: 'What is the capital of France?',
      model: fromPolicy(capitalPolicy),
      tools: createToolRegistry({ tools: [tool] }),
      goal: ({ observations }) => observations.some(({ ok }) => ok),
    });
    return { result, performed };
  },
  claims: [
    {
      says: 'The loop takes at least two steps',
      basis: stated('completes with multiple steps'),
      check: ({ result: { steps } }) => ({
        holds: steps.length >= 2,
        observed: steps.map(({ n, kind }) => ({ n, kind })),
      }),
    },
    {
      says: 'The first thought is to find the capital',
      basis: stated('I need to find the capital...'),
      check({ result: { steps } }) {
        const thought = steps[0]!.thought;
        return { holds: thought.startsWith('I need to find the capital'), observed: thought };
      },
    },
    {
      says: 'The first action is lookup',
      basis: stated('steps[0].action.name // "lookup"'),
      check({ result: { steps }, performed }) {
        const call = steps[0]!.calls[0]!;
        const observed = { tool: call.tool, args: call.args, performed: performed[0] };
        return { holds: call.tool === 'lookup' && performed[0]?.entity === 'france', observed };
      },
    },
    {
      says: 'Every step has an observation: success true or false',
      basis: stated('observation.success // true or false'),
      check({ result: { steps }, performed }) {
        const successes = steps.map(({ observations }) => observations.map(({ ok }) => ok));
        const really = performed.map(({ succeeded }) => [succeeded]);
        const holds = JSON.stringify(successes) === JSON.stringify(really);
        return { holds, observed: { successes, really } };
      },
    },
  ],
});
