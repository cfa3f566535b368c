import type { RunResult } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';
import { createSearch } from '../world/search.ts';
import { observationsIn, writeStep } from '../world/write-step.ts';

type Seen = readonly { readonly maxSteps: number; readonly result: RunResult<string> }[];

/** Finds something new each time and never thinks that it is enough. */
function insatiablePolicy(scratchpad: string): string {
  const page = observationsIn(scratchpad).length + 1;
  return writeStep('There may be more.', 'search', { q: `page ${page}` });
}

/** An agent that would go on for ever, with three limits. */
export const maximum = defineExperiment<Seen>({
  title: 'Termination on max iterations',
  async perform() {
    const tools = createToolRegistry({ tools: [createSearch((q) => `the contents of ${q}`)] });
    const model = fromPolicy(insatiablePolicy);
    const runs = [1, 4, 10].map(async (maxSteps) => {
      const result = await runReact({
        task: 'Read the guide.',
        model,
        tools,
        limits: { maxSteps },
      });
      return { maxSteps, result };
    });
    return Promise.all(runs);
  },
  claims: [
    {
      says: 'It takes exactly as many steps as it may',
      basis: stated('Hard limit on iterations'),
      check(runs) {
        const observed = runs.map(({ maxSteps, result: { steps, counts } }) => {
          return { maxSteps, steps: steps.length, modelCalls: counts.modelCalls.actor ?? 0 };
        });
        const holds = observed.every(
          ({ maxSteps, steps, modelCalls }) => steps === maxSteps && modelCalls === maxSteps,
        );
        return { holds, observed };
      },
    },
    {
      says: 'The reason is the step limit',
      basis: stated("terminationReason: 'max_iterations'"),
      check(runs) {
        const reasons = runs.map(({ result: { status, stopReason } }) => `${status} ${stopReason}`);
        return { holds: reasons.every((each) => each === 'stopped max_steps'), observed: reasons };
      },
    },
    {
      says: 'A partial text tells what was found',
      basis: stated('return partial results'),
      check(runs) {
        const texts = runs.map(({ result: { partial } }) => partial.text);
        const holds = runs.every(({ maxSteps }, at) => texts[at]!.includes(`of page ${maxSteps}`));
        return { holds, observed: texts };
      },
    },
  ],
});
