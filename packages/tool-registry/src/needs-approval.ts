import { ignoreRejection } from './ignore-rejection.ts';
import type { Tool } from './tool.ts';

/** Whether a call with these validated arguments needs approval. True when the tool's own answer throws or is a promise. */
export function needsApproval(tool: Tool, args: unknown): boolean {
  if (typeof tool.approval === 'boolean') return tool.approval;
  try {
    const answer = (tool.approval as (args: unknown) => unknown)(args);
    ignoreRejection(answer);
    return answer !== false;
  } catch {
    return true;
  }
}
