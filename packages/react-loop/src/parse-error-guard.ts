import type { GuardFactory } from '@loopwright/agent-run';

/**
 * Ends the run at the first reply of which nothing could be read (R4, the first document's way): an unreadable text, or
 * native calls of which none can be read.
 */
export const stopOnParseError: GuardFactory = () => ({
  name: 'parse_error',
  judge: ({ calls }) => {
    const unreadable = calls.flatMap((call) => call.unreadable ?? []);
    return calls.length > 0 && unreadable.length === calls.length
      ? { kind: 'stop', stopReason: 'error', text: `Unreadable reply: ${unreadable[0]}` }
      : undefined;
  },
});
