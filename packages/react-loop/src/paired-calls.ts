import type { RawCall, Step } from '@loopwright/agent-run';
import { canonicalJson } from '@loopwright/core-parser';
import type { Call } from '@loopwright/tool-registry';
import { parseErrorTool } from './defaults.ts';
import { readArguments } from './read-arguments.ts';

/**
 * True when the calls of a step are those of the reply, so that its observations are their results. A selector and a
 * `decide` of a caller's own may make other calls than the model asked for, or the same ones with other arguments.
 */
export function isPaired(calls: readonly RawCall[], step: Step): boolean {
  return (
    calls.length === step.calls.length &&
    calls.every((call, index) => isSameCall(call, step.calls[index]!))
  );
}

/** Nothing was done for a call that could not be read or was refused, whatever its arguments. */
function isSameCall(asked: RawCall, { tool, args, unreadable }: Call): boolean {
  if (asked.name !== tool) return false;
  if (unreadable !== undefined) return true;
  const read = readArguments(asked.args);
  return read.ok && canonicalJson(read.value) === canonicalJson(args);
}

/** Why the reply behind a step could not be read; nothing for a step with calls of its own. */
export function parseErrorOf({ calls }: Pick<Step, 'calls'>): string | undefined {
  const [first] = calls;
  return calls.length === 1 && first?.tool === parseErrorTool ? first.unreadable : undefined;
}
