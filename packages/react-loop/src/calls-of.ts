import type { Call } from '@loopwright/tool-registry';
import { parseErrorTool } from './defaults.ts';
import type { Parsed } from './step-format.ts';

/**
 * The calls of a step. What a format cannot hold, and what the last step may not ask for, is refused where the model
 * and a reader see it, not dropped.
 */
export function callsOf(
  parsed: Exclude<Parsed, { kind: 'final' | 'give_up' }>,
  allowed: { most: number; isConcluding: boolean },
): Call[] {
  const { most, isConcluding } = allowed;
  if (parsed.kind === 'parse_error') return [unreadableCall(parsed)];
  if (parsed.calls.length === 0) {
    return [unreadableCall({ code: 'no_call', message: 'The step holds no call and no answer' })];
  }
  return parsed.calls.map(({ tool, args, unreadable }, index) => {
    if (unreadable !== undefined) return { tool, args, unreadable };
    if (isConcluding) return { tool, args, unreadable: 'the last step makes no call' };
    if (index < most) return { tool, args };
    const limit = most === 1 ? 'one call' : `${most} calls`;
    return { tool, args, unreadable: `${limit} a step; this one was not started` };
  });
}

/** A reply that could not be read is a call that cannot start: it is refused, counted by guards and shown (R4). */
function unreadableCall({ code, message }: { code: string; message: string }): Call {
  return { tool: parseErrorTool, args: {}, unreadable: `${code}: ${message}` };
}
