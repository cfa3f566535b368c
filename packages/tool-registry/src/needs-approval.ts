import type { Tool } from './tool.ts';

/** Whether a call with these validated arguments needs approval. True when the tool's own answer throws. */
export function needsApproval(tool: Tool, args: unknown): boolean {
  if (typeof tool.approval === 'boolean') return tool.approval;
  try {
    return (tool.approval as (args: unknown) => unknown)(args) !== false;
  } catch {
    return true;
  }
}
