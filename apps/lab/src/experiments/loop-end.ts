import type { RunResult } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';
import { createSearch } from '../world/search.ts';
import { writeStep } from '../world/write-step.ts';

const page = 'Fees: 3 USD a month.';

/** An agent that has its answer after the first search, and does not see it. */
export const loopEnd = defineExperiment<RunResult<string>>({
  title: 'Termination on loop detection',
  perform() {
    return runReact({
      task: 'What fees apply to my checking account?',
      model: fromPolicy(() => writeStep('I should find more details.', 'search', { q: 'fees' })),
      tools: createToolRegistry({ tools: [createSearch(() => page)] }),
    });
  },
  claims: [
    {
      says: 'The reason is the loop',
      basis: stated('reason loop_detected'),
      check: ({ status, stopReason }) => ({
        holds: status === 'stopped' && stopReason === 'loop_detected',
        observed: { status, stopReason },
      }),
    },
    {
      says: 'It takes fewer steps than it may',
      basis: inferredFrom('termination on loop detection'),
      check({ steps, bounds }) {
        const observed = { steps: steps.length, maxSteps: bounds.perRole.actor ?? 0 };
        return { holds: observed.steps < observed.maxSteps, observed };
      },
    },
    {
      says: 'What was found is returned, and the pattern is named',
      basis: stated('returns whatever progress it made'),
      check({ partial, reason }) {
        const holds = partial.text.includes(page) && reason.includes('search(q=fees)');
        return { holds, observed: { partial: partial.text, reason } };
      },
    },
  ],
});
