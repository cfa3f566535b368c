import type { ModelReply, ModelRequest, Run } from '@loopwright/agent-run';
import { encodeObservation, jsonLine } from '@loopwright/core-parser';
import { digestBlock } from './context-reset.ts';
import { readTextOfReply } from './read-text-of-reply.ts';
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
  return synthesiseFrom(run, observed);
}

/** The same from one line for each of the last calls, when all of it was too large for a model. */
export function synthesiseInShort(run: Run): Promise<string> {
  return synthesiseFrom(run, [digestBlock(run.steps)]);
}

async function synthesiseFrom(run: Run, observed: readonly string[]): Promise<string> {
  const reply = await run.think(
    {
      system: `A run on the task ended before it had an answer. ${wanted}`,
      messages: [{ role: 'user', blocks: [`Task: ${encodeObservation(run.task)}\n`, ...observed] }],
      temperature: 0,
    },
    'synthesiser',
  );
  return summaryIn(run, reply);
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
  return summaryIn(run, reply);
}

/**
 * The words of a summary, less the reasoning of models that write it there. One with a call, or with something like one,
 * is dropped and flagged: the text made by rules says more. One that was cut off still tells what it came to.
 */
function summaryIn(run: Run, reply: ModelReply): string {
  if (reply.text.trim() === '') return '';
  const toolNames = [...run.tools.tools.keys()];
  const parsed = readTextOfReply({ ...reply, toolCalls: [], finish: 'stop' }, toolNames);
  for (const flag of parsed.flags) run.flag('synthesis', flag);
  if (parsed.kind === 'give_up') return parsed.partial || parsed.reason;
  if (parsed.kind === 'final') {
    return typeof parsed.answer === 'string' ? parsed.answer : jsonLine(parsed.answer);
  }
  run.flag('synthesis', parsed.kind === 'calls' ? 'a call is no summary' : parsed.message);
  return '';
}

function withoutOpaque(request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message) => {
    if (message.role !== 'assistant') return message;
    const { role, text, toolCalls } = message;
    return { role, text, toolCalls };
  });
  return { ...request, messages };
}
