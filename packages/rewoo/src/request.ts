import type { ModelRequest } from '@loopwright/agent-run';
import { capText, encodeObservation } from '@loopwright/core-parser';
import { rewooDefaults } from './defaults.ts';

/** The first request of a role: its system prompt, the task, and what there is beside it. */
export function startRequest(
  system: string,
  task: string,
  blocks: readonly string[] = [],
): ModelRequest {
  const taskBlock = `Task: ${encodeObservation(task)}\n`;
  return {
    system,
    messages: [{ role: 'user', blocks: [taskBlock, ...blocks] }],
    temperature: 0,
  };
}

/** The same request with what is wrong with its reply. The reply itself is not shown: it is not to be mended but written anew. */
export function askAgain(request: ModelRequest, problem: string): ModelRequest {
  const shown = capText(problem, rewooDefaults.maxShownProblemChars, 'Mend these first.');
  const note = `Note: ${encodeObservation(shown)}\n`;
  const blocks = request.messages.flatMap((each) => (each.role === 'user' ? each.blocks : []));
  return { ...request, messages: [{ role: 'user', blocks: [...blocks, note] }] };
}
