import type { DurableEvent } from '@loopwright/agent-run';
import { RunLogError } from './run-log-error.ts';
import type { RunLog } from './run-log-types.ts';

/**
 * The events of a log for `journalFromEvents`, from which a run is replayed, resumed or forked. Where redaction took
 * something out of what a model was sent or answered, the replay itself refuses, with `replay_mismatch`.
 *
 * @throws RunLogError `not_replayable` for a log that is not verbose, or without an event.
 */
export function replayableEvents({ header, events }: RunLog): readonly DurableEvent[] {
  if (header.level !== 'verbose') {
    throw new RunLogError(
      'not_replayable',
      undefined,
      `A log of the level ${header.level} leaves out what models and tools answered; only a verbose one replays`,
    );
  }
  if (events.length === 0) {
    throw new RunLogError('not_replayable', undefined, 'The log holds no event to replay');
  }
  return events;
}
