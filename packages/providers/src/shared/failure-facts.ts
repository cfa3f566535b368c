import { readHeader } from '@loopwright/core-parser';
import { parseJson } from './fields.ts';

/** What the errors of client libraries and the bodies of servers say, wherever they say it. */
export type FailureFacts = {
  /** The name of the error's class, as far as it says. */
  readonly name: string;
  readonly status: number | undefined;
  /** Codes and types in lower case. */
  readonly codes: readonly string[];
  readonly message: string | undefined;
  /** The setting that was refused. */
  readonly param: string | undefined;
  readonly headers: unknown;
  readonly requestId: string | undefined;
  /** The body, as far as it was read. */
  readonly details: unknown;
};

const maxBodyChars = 100_000;

/** Reads a thrown error or a body. Total, whatever the value is. */
export function readFailure(thrown: unknown): FailureFacts {
  const body = bodyOf(thrown);
  const outer = read(body, 'error') ?? body;
  // A client that keeps the whole body in `error` has another one inside.
  const inner = read(outer, 'error') ?? outer;
  const places = [thrown, body, outer, inner];
  const all = (name: string) => places.map((place) => read(place, name));
  const codes = [...all('code'), ...all('type'), read(read(inner, 'details'), 'error_code')];
  const headers = read(thrown, 'headers') ?? read(thrown, 'responseHeaders');
  return {
    name: nameOf(thrown),
    status: statusOf(thrown, all),
    codes: [...new Set(codes.filter(isText).map((code) => code.toLowerCase()))],
    message: [read(inner, 'message'), inner, read(body, 'message'), read(thrown, 'message')].find(
      isText,
    ),
    param: all('param').find(isText),
    headers,
    requestId: [
      ...['requestID', 'request_id', '_request_id'].flatMap(all),
      readHeader(headers, 'x-request-id'),
      readHeader(headers, 'request-id'),
    ].find(isText),
    details: body,
  };
}

/**
 * The body of the response, or the thrown value itself. The text comes before what a client made of it by a schema, which
 * leaves out what it does not know, such as how long to wait.
 */
function bodyOf(thrown: unknown): unknown {
  if (read(thrown, 'error') !== undefined) return thrown;
  const text = read(thrown, 'responseBody');
  const parsed = isText(text) && text.length <= maxBodyChars ? parseJson(text) : undefined;
  return parsed ?? read(thrown, 'data') ?? thrown;
}

/** In an error event or in a body of status 200 a status is as good as one in the head of the response. */
function statusOf(thrown: unknown, all: (name: string) => readonly unknown[]): number | undefined {
  const inHead = [read(thrown, 'status'), read(thrown, 'statusCode')];
  const isStatus =
    (least: number) =>
    (value: unknown): value is number =>
      typeof value === 'number' && value >= least && value <= 599;
  return inHead.find(isStatus(300)) ?? [...all('status'), ...all('code')].find(isStatus(400));
}

function nameOf(thrown: unknown): string {
  const own = read(thrown, 'name');
  if (isText(own) && own !== 'Error') return own;
  const made = read(read(thrown, 'constructor'), 'name');
  return isText(made) ? made : '';
}

/** A member of anything; undefined where there is none, or where reading it throws. */
export function read(value: unknown, name: string): unknown {
  if (typeof value !== 'object' && typeof value !== 'function') return undefined;
  try {
    return (value as Record<string, unknown> | null)?.[name];
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
