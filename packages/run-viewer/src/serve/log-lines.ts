import { mustBe, refuse } from '@loopwright/agent-run/option-checks';
import { type RunLog, readRunLogLines } from '@loopwright/telemetry/run-log';

/**
 * The lines of a log that a caller has given; none without a log. They are read as those of a file are, so that a log of a
 * newer version or of no version at all is refused and not shown as if it were understood.
 *
 * @throws ConfigurationError `invalid_option`.
 */
export async function linesOfLog(log: RunLog | undefined): Promise<string[]> {
  if (log === undefined) return [];
  const isList = Array.isArray(log.events);
  mustBe(isList, 'log.events', 'a list of events, as readRunLog gives it', log.events);
  try {
    const session = log.header?.session;
    const lines = [log.header ?? null, ...log.events.map((event) => ({ session, ...event }))].map(
      (line) => JSON.stringify(line),
    );
    await readRunLogLines(lines);
    return lines;
  } catch (error) {
    refuse(`log must be a run log, as readRunLog gives it: ${(error as Error).message}`);
  }
}
