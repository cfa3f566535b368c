import { durationAt, durationInText } from './read-duration.ts';
import { readHeader } from './read-header.ts';

/** Where a failure may say how long to wait. */
export type WaitFacts = {
  readonly retryAfterMs?: number | undefined;
  /** Headers of a response: a `Headers` object or a plain one. */
  readonly headers?: unknown;
  /** Whatever else came with the failure, such as a body that was read. */
  readonly details?: unknown;
  readonly message?: string | undefined;
};

const maxDepth = 4;
const maxListItems = 10;
const millisecondNames = ['retryAfterMs', 'retry_after_ms', 'retry-after-ms'];
const secondNames = ['retryAfter', 'retry_after', 'retry-after', 'Retry-After', 'retryDelay'];
const innerNames = ['headers', 'error', 'response', 'details', 'body', 'data'];

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const isoDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const maxValueChars = 64;

/**
 * The milliseconds that a `Retry-After` value asks to wait: seconds, a duration such as "34s", or a date, which needs
 * `now` (milliseconds since 1970). A date in the past is 0. Total: what cannot be read, and a date without a `now` that is a
 * number, is undefined, never NaN.
 */
export function readRetryAfter(value: unknown, now?: number | undefined): number | undefined {
  if (typeof value === 'number') return finiteDelay(value * 1000);
  const text = isDate(value) ? isoTextOf(value) : value;
  if (typeof text !== 'string' || text.length > maxValueChars) return undefined;
  const trimmed = text.trim();
  if (/^\d{1,12}(?:\.\d{1,6})?$/.test(trimmed)) return finiteDelay(Number(trimmed) * 1000);
  if (!httpDate.test(trimmed) && !isoDate.test(trimmed)) {
    const { ms, end } = durationAt(trimmed, 0);
    return end === trimmed.length ? ms : undefined;
  }
  const until = Date.parse(trimmed);
  return now === undefined || !Number.isFinite(now) || Number.isNaN(until)
    ? undefined
    : finiteDelay(Math.max(0, until - now));
}

/**
 * How long a failure asks to wait, in milliseconds: its own `retryAfterMs`, then its headers, its details, and the words
 * of its message last. A date is compared with `now`, or with the `Date` header beside it. Total, as `readRetryAfter` is.
 */
export function retryAfterOf(failure: WaitFacts, now?: number | undefined): number | undefined {
  const { retryAfterMs, headers, details, message } = failure;
  return (
    (typeof retryAfterMs === 'number' ? finiteDelay(retryAfterMs) : undefined) ??
    delayInHeaders(headers, now) ??
    delayInDetails(details, now, maxDepth) ??
    (typeof message === 'string' ? durationInText(message) : undefined)
  );
}

function delayInHeaders(headers: unknown, now: number | undefined): number | undefined {
  const inMs = readHeader(headers, 'retry-after-ms');
  const ms = typeof inMs === 'string' ? Number(inMs.trim() || Number.NaN) : inMs;
  if (typeof ms === 'number' && finiteDelay(ms) !== undefined) return ms;
  const sent = readHeader(headers, 'date');
  const sentAt = typeof sent === 'string' && httpDate.test(sent) ? Date.parse(sent) : undefined;
  return readRetryAfter(readHeader(headers, 'retry-after'), now ?? sentAt);
}

function delayInDetails(
  details: unknown,
  now: number | undefined,
  depth: number,
): number | undefined {
  if (typeof details !== 'object' || details === null || depth === 0) return undefined;
  const inner = isList(details)
    ? details.slice(0, maxListItems)
    : innerNames.map((name) => readProperty(details, name));
  const inMs = millisecondNames.map((name) => readProperty(details, name));
  const found = [
    ...inMs.map((value) => (typeof value === 'number' ? finiteDelay(value) : undefined)),
    ...secondNames.map((name) => readRetryAfter(readProperty(details, name), now)),
    delayInHeaders(readProperty(details, 'headers'), now),
    ...inner.map((value) => delayInDetails(value, now, depth - 1)),
  ];
  return found.find((delay) => delay !== undefined);
}

function isList(value: object): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function isDate(value: unknown): value is Date {
  try {
    return Object.prototype.toString.call(value) === '[object Date]';
  } catch {
    // A revoked proxy answers nothing at all.
    return false;
  }
}

function isoTextOf(date: Date): string {
  try {
    return date.toISOString();
  } catch {
    // An invalid date has no text.
    return '';
  }
}

function finiteDelay(ms: number): number | undefined {
  return ms >= 0 && ms <= Number.MAX_SAFE_INTEGER ? ms : undefined;
}

/** Reads a property of a foreign value, whose getters and proxies may throw. */
function readProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
