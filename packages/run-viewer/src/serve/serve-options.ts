import { checkCount, checkNames, isObject, mustBe } from '@loopwright/agent-run/option-checks';
import type { RunLog, RunLogLevel } from '@loopwright/telemetry/run-log';

/** How a run is served. */
export type ServeRunOptions = {
  /** Default: 0, a free port. */
  readonly port?: number | undefined;
  /** Opens the address in the browser of this machine. Default: false. */
  readonly open?: boolean | undefined;
  /** Of the page. Default: `Run`. */
  readonly title?: string | undefined;
  /** What is shown to begin with. A log whose run is over needs nothing more. */
  readonly log?: RunLog | undefined;
  /** How much of the events of `onEvent` the page gets. Default: `verbose`. */
  readonly level?: RunLogLevel | undefined;
  /** Whether secrets are taken out of the events of `onEvent`. Default: true. */
  readonly redact?: boolean | undefined;
  /**
   * Characters of the log that are kept for pages that come late, come back or are slow. Beyond that the oldest events but the
   * first are let go, and a page that does not have them yet never gets them: of a verbose log it says how many. Default:
   * 64 MiB.
   */
  readonly maxChars?: number | undefined;
  /**
   * Pages that may listen at once; the next one gets nothing and asks again by itself. Default: 5, as browsers hold six
   * connections to one server: with a sixth page that listens none would be left to load a page over.
   */
  readonly maxReaders?: number | undefined;
};

/** What applies where an option is not given. */
export const serveRunDefaults = {
  port: 0,
  open: false,
  title: 'Run',
  level: 'verbose',
  redact: true,
  maxChars: 64 * 1024 * 1024,
  maxReaders: 5,
} as const;

const largestPort = 65_535;

/** @throws ConfigurationError `invalid_option`. */
export function readServeOptions(options: ServeRunOptions) {
  mustBe(isObject(options), 'The options', 'an object', options);
  const { log, ...given } = options;
  checkNames({ ...given }, Object.keys(serveRunDefaults));
  const defined = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const read: Required<{ [Name in keyof typeof given]: NonNullable<(typeof given)[Name]> }> = {
    ...serveRunDefaults,
    ...defined,
  };
  const { port, open, redact, title } = read;
  const isPort = Number.isSafeInteger(port) && port >= 0 && port <= largestPort;
  mustBe(isPort, 'port', `a port from 0 to ${largestPort}`, port);
  mustBe(typeof open === 'boolean', 'open', 'true or false', open);
  mustBe(typeof redact === 'boolean', 'redact', 'true or false', redact);
  mustBe(typeof title === 'string', 'title', 'a text', title);
  checkCount({ maxChars: read.maxChars }, 'maxChars', 1);
  checkCount({ maxReaders: read.maxReaders }, 'maxReaders', 1);
  mustBe(log === undefined || isObject(log), 'log', 'a run log, as readRunLog gives it', log);
  return { ...read, log };
}
