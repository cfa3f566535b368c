import type { Run } from '@loopwright/agent-run';
import { encodeObservation } from '@loopwright/core-parser';

/** Has a model sum up what was observed, after the run ended without an answer (R8). */
export async function synthesise(run: Run): Promise<string> {
  const observed = run.steps.flatMap((step) =>
    step.observations.map(
      (observation) =>
        `Observation of ${observation.tool}: ${encodeObservation(observation.text)}\n`,
    ),
  );
  const reply = await run.think(
    {
      system:
        'A run on the task ended before it had an answer. Say in a few sentences what was found and what was not, using only the observations. Do not guess.',
      messages: [{ role: 'user', blocks: [`Task: ${encodeObservation(run.task)}\n`, ...observed] }],
      temperature: 0,
    },
    'synthesiser',
  );
  return reply.text;
}
