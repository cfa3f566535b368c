import type { RawCall } from '@loopwright/agent-run';
import { encodeNote, jsonLine } from '@loopwright/core-parser';
import type { Call } from '@loopwright/tool-registry';
import { reactDefaults } from './defaults.ts';
import { shorten } from './echoed-step.ts';

/**
 * What stands for the calls beyond those that a step can hold, all of which were refused: one line with their number and
 * the beginnings of the first ones, so that the model can ask again. Nothing where there are none.
 */
export function leftOutNote(calls: readonly (Call | RawCall)[], callsPerStep: number): string[] {
  const left = calls.slice(callsPerStep);
  if (left.length === 0) return [];
  const limit = callsPerStep === 1 ? 'one call' : `${callsPerStep} calls`;
  const shown = left.slice(0, reactDefaults.maxDigestLines).map(inShort);
  const names = `${shown.join('; ')}${left.length > shown.length ? '; …' : ''}`;
  return [`Note: ${encodeNote(`${limit} a step; ${left.length} more not started: ${names}`)}\n`];
}

function inShort(call: Call | RawCall): string {
  const [name, args] = 'tool' in call ? [call.tool, jsonLine(call.args)] : [call.name, call.args];
  return `${shorten(name)}(${shorten(args)})`;
}
