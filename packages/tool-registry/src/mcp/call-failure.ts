import { describeError } from '../describe-error.ts';
import type { ErrorClass } from '../observation.ts';
import { readProperty } from '../read-property.ts';
import type { ToolFailure } from '../tool-failure.ts';
import { toolFailure } from '../tool-failure.ts';

type Meaning = { readonly class: ErrorClass; readonly notStarted?: true };

/** JSON-RPC codes, those of `McpError` in 1.x, and the names that 2.x gives to failures of its own. */
const meanings = new Map<unknown, Meaning>([
  [-32700, { class: 'permanent' }],
  [-32600, { class: 'permanent', notStarted: true }],
  [-32601, { class: 'permanent', notStarted: true }],
  [-32602, { class: 'fixable_by_model', notStarted: true }],
  [-32603, { class: 'unknown' }],
  // Closed and timed out: the server may have acted.
  [-32000, { class: 'transient' }],
  [-32001, { class: 'transient' }],
  ['CONNECTION_CLOSED', { class: 'transient' }],
  ['REQUEST_TIMEOUT', { class: 'transient' }],
  ['SEND_FAILED', { class: 'transient' }],
  ['NOT_CONNECTED', { class: 'transient', notStarted: true }],
  ['INVALID_RESULT', { class: 'permanent' }],
  ['UNSUPPORTED_RESULT_TYPE', { class: 'permanent' }],
  // Somebody has to open a page first.
  [-32042, { class: 'policy', notStarted: true }],
]);

/** Statuses of servers that did not look at the call. */
const refusedStatuses: readonly number[] = [401, 403, 404, 405, 429];

/**
 * Anything that a client threw for a call, as a failure of the tool. The outcome stays unknown unless the error says that
 * the call never reached the tool.
 */
export function mcpCallFailure(thrown: unknown): ToolFailure {
  const code = readProperty(thrown, 'code');
  const isAnswer = isAnswerOfServer(thrown, code);
  const status = isAnswer ? undefined : statusOf(thrown, code);
  const described = describeError(
    status === undefined ? thrown : { message: readProperty(thrown, 'message'), status },
  );
  const meaning = meanings.get(code);
  const wasRefused = status !== undefined && refusedStatuses.includes(status);
  const neverSent =
    !isAnswer && (described.message === 'Not connected' || isConnectionRefused(thrown));
  // Clients check results themselves, with the codes of a refused call.
  const isAboutResult = /structured content|output ?schema/i.test(described.message);
  const errorClass = isAboutResult ? 'permanent' : (meaning?.class ?? described.class);
  return toolFailure({
    type: 'McpError',
    message: described.message,
    class: neverSent ? 'transient' : errorClass,
    notStarted: !isAboutResult && (meaning?.notStarted === true || wasRefused || neverSent),
    ...(described.retryAfterMs === undefined ? {} : { retryAfterMs: described.retryAfterMs }),
  });
}

/**
 * A JSON-RPC error: its code, its data and its text are the server's word, whatever they look like. A transport of 1.x also
 * throws numbers as codes, which are HTTP statuses.
 */
function isAnswerOfServer(thrown: unknown, code: unknown): boolean {
  if (typeof code !== 'number') return false;
  const name = readProperty(thrown, 'name');
  return name === 'McpError' || name === 'ProtocolError' || !isFailedStatus(code);
}

/** The HTTP status: the `code` of 1.x, in the `data` of 2.x. */
function statusOf(thrown: unknown, code: unknown): number | undefined {
  const found = [
    code,
    readProperty(thrown, 'status'),
    readProperty(readProperty(thrown, 'data'), 'status'),
  ];
  return found.find(isFailedStatus);
}

function isFailedStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 400 && value <= 599;
}

function isConnectionRefused(thrown: unknown): boolean {
  return [thrown, readProperty(thrown, 'cause')].some(
    (error) => readProperty(error, 'code') === 'ECONNREFUSED',
  );
}
