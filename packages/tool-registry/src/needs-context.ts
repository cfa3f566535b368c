import { hasBrand } from './brand.ts';
import type { Tool } from './tool.ts';

const brand = Symbol.for('@loopwright/tool-registry/needsContext');

/** To spread into a tool whose `execute` uses the context. The types alone are lost in a `Tool[]`. */
export const markNeedsContext: object = { [brand]: true };

/** True for a tool that was marked so, also by another copy of this package. */
export function needsContext(tool: Tool): boolean {
  return hasBrand(tool, brand);
}
