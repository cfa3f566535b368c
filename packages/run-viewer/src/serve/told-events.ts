import type { DurableEvent } from '@loopwright/agent-run';
import { createRunLog, type RunLogLevel } from '@loopwright/telemetry/run-log';

/** Where lines go, how much of each event they tell, and whether secrets are taken out. */
export type ToldEventsOptions = {
  readonly write: (line: string) => void;
  readonly level: RunLogLevel;
  readonly redact: boolean;
};

/**
 * Makes an `onEvent` that writes runs one after another. A log is of one session and ends for good at anything else, so each
 * beginning of a run gets one of its own; pages show the last. Events that follow no beginning are passed over.
 *
 * @throws ConfigurationError `invalid_option`.
 */
export function tellEvents(options: ToldEventsOptions): (event: DurableEvent) => void {
  let log = createRunLog(options);
  return (event) => {
    const isBeginning = event.type === 'started' && event.path === '' && event.seq === 0;
    if (isBeginning) log = createRunLog(options);
    log.onEvent(event);
  };
}
