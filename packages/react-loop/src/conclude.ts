import type { ModelRequest } from '@loopwright/agent-run';
import { addBlock } from './scratchpad.ts';

/** The request of the last step, when that step is to conclude: it says so and, with native calling, forbids calls. */
export function conclude(request: ModelRequest): ModelRequest {
  if (request.tools === undefined) return addBlock(request, lastStep);
  return { ...addBlock(request, lastNativeStep), toolChoice: 'none' };
}

const lastStep =
  'Note: This is the last step and no tool can be called any more. Give the answer, or give up with what you found.\n';

/** Without calls there is no other way to give up than in words; the reader knows the JSON form. */
const lastNativeStep = `Note: This is the last step and no tool can be called any more. Write the answer as text; where it has a schema, as JSON that fits it. If there is no answer, write {"action": "give_up", "action_input": {"partial_answer": "what you did find", "reason": "why not more"}} and nothing else.\n`;
