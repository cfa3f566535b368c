import type { GuardFactory } from '@loopwright/agent-run';
import { parseErrorTool } from './defaults.ts';

/** Ends the run at the first reply that could not be read (R4, the first document's way). */
export const stopOnParseError: GuardFactory = () => ({
  name: 'parse_error',
  judge: (step) =>
    step.calls[0]?.tool === parseErrorTool && step.calls[0].unreadable !== undefined
      ? { kind: 'stop', stopReason: 'error', text: `Unreadable reply: ${step.calls[0].unreadable}` }
      : undefined,
});
