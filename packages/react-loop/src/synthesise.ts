import type { ModelRequest, Run } from '@loopwright/agent-run';
import { encodeObservation } from '@loopwright/core-parser';
import { addBlock } from './scratchpad.ts';

const wanted =
  'Say in a few sentences what was found and what was not, using only the observations. Do not guess.';

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
      system: `A run on the task ended before it had an answer. ${wanted}`,
      messages: [{ role: 'user', blocks: [`Task: ${encodeObservation(run.task)}\n`, ...observed] }],
      temperature: 0,
    },
    'synthesiser',
  );
  return reply.text;
}

/**
 * The same in the run's own conversation, for a format with the tools in the request: they stay there, so that the
 * provider's cache hits, and must not be called. A call that comes all the same is not made, and flagged.
 *
 * @param isSameModel False leaves out what only the model that said it can read.
 */
export async function synthesiseInConversation(
  run: Run,
  request: ModelRequest,
  isSameModel: boolean,
): Promise<string> {
  const block = `Note: The run has ended before it had an answer. No tool can be called any more. ${wanted}\n`;
  const asked = addBlock(isSameModel ? request : withoutOpaque(request), block);
  const reply = await run.think({ ...asked, toolChoice: 'none' }, 'synthesiser');
  const { length } = reply.toolCalls;
  if (length > 0) run.flag('synthesis', `${length} calls in the concluding reply were not made`);
  return reply.text;
}

function withoutOpaque(request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message) => {
    if (message.role !== 'assistant') return message;
    const { role, text, toolCalls } = message;
    return { role, text, toolCalls };
  });
  return { ...request, messages };
}
