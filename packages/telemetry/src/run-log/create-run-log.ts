import type { DurableEvent } from '@loopwright/agent-run';
import { redactSecrets } from '@loopwright/tool-registry';
import { atLevel } from './at-level.ts';
import { isAnomaly } from './is-anomaly.ts';
import { isSampled } from './is-sampled.ts';
import { createRedaction } from './redact-event.ts';
import { type RunLogOptions, readRunLogOptions } from './run-log-options.ts';
import { type RunLogHeader, runLogFormat } from './run-log-types.ts';
import { createLineQueue } from './write-lines.ts';

/** What became of a log. */
export type RunLogEnd = {
  /** Whether the session was written: false where it is not of the sample and nothing was wrong, and where nothing began. */
  readonly isKept: boolean;
  /** Lines written, headers included. */
  readonly lines: number;
  /** The first thing that went wrong. From then on nothing was written. */
  readonly failure?: { readonly error: unknown };
};

/** Writes the log of one session. */
export type RunLogWriter = {
  /** For the `onEvent` of a run. Never throws. */
  readonly onEvent: (event: DurableEvent) => void;
  /**
   * Writes what is still to be written and tells what became of the log. Call it when the run is over, or its process is
   * about to go: a session that is not of the sample and has no end yet is kept as far as it is known. Never rejects.
   */
  readonly end: () => Promise<RunLogEnd>;
};

/**
 * Makes the log of one session out of its events (O2): a header, then one line an event with its `session`, in JSON.
 *
 * A run that is resumed tells its events again from the first one. Whether that is told to the same log or to a new one on the
 * same file, another header begins the log anew, and `readRunLog` reads the life that got furthest; with a file for each
 * life every one of them is whole.
 *
 * A failure of `write` or `redact`, events of another session and events that do not follow one another end the log, and
 * `end` tells of it; the run never hears.
 *
 * @throws ConfigurationError `invalid_option` for options that cannot be meant.
 */
export function createRunLog(options: RunLogOptions): RunLogWriter {
  const { write, level, redact, sampleRate, maxBufferedLines } = readRunLogOptions(options);
  const redaction = redact ? createRedaction(redact === true ? redactSecrets : redact) : undefined;
  const queue = createLineQueue(write);
  let session: string | undefined;
  let next = 0;
  let isKept = false;
  let isOver = false;
  let isEnded = false;
  /** Events of a session of which nothing tells yet that it is to be kept. */
  let buffered: DurableEvent[] = [];
  let fault: RunLogEnd['failure'];

  function writeEvent(event: DurableEvent): void {
    if (startsLife(event)) queue.push(lineOf(headerOf(event.sessionId)));
    const told = redaction ? redaction(event) : event;
    queue.push(lineOf({ session, ...told }));
  }

  function headerOf(of: string): RunLogHeader {
    const redacted = redaction !== undefined;
    return { type: 'log', format: runLogFormat, session: of, level, redacted };
  }

  function keep(): void {
    isKept = true;
    const events = buffered;
    buffered = [];
    events.forEach(writeEvent);
  }

  function take(event: DurableEvent): void {
    if (startsLife(event)) {
      if (session !== undefined && session !== event.sessionId) {
        throw new Error(`This is the log of session ${session}, not of ${event.sessionId}`);
      }
      session = event.sessionId;
      next = 0;
      isOver = false;
      buffered = [];
      isKept ||= isSampled(session, sampleRate);
    }
    if (session === undefined || event.seq !== next) {
      throw new Error(`The event ${event.seq} came where ${next} was to come; nothing follows it`);
    }
    next += 1;
    const told = atLevel(event, level);
    if (isKept && told) writeEvent(told);
    if (isKept) return;
    if (told) buffered.push(told);
    if (isAnomaly(event) || buffered.length > maxBufferedLines) keep();
    else if (event.type === 'finished' && event.path === '') {
      isOver = true;
      buffered = [];
    }
  }

  function attempt(work: () => void): void {
    if (fault || queue.failure) return;
    try {
      work();
    } catch (error) {
      fault = { error };
      buffered = [];
    }
  }

  return {
    onEvent(event) {
      if (!isEnded) attempt(() => take(event));
    },
    async end() {
      isEnded = true;
      if (session !== undefined && !isKept && !isOver) attempt(keep);
      await queue.settled();
      const failure = queue.failure ?? fault;
      return { isKept, lines: queue.lines, ...(failure ? { failure } : {}) };
    },
  };
}

function startsLife(event: DurableEvent): event is DurableEvent & { type: 'started' } {
  return event.type === 'started' && event.path === '' && event.seq === 0;
}

/** Some readers end a line at the separators of lines and paragraphs, which JSON lets stand in a text. */
function lineOf(value: object): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
