import type { WireFault } from './fault-types.ts';
import { errorBody, type WireError } from './wire-error.ts';
import { jsonResponse } from './write-reply.ts';

type Kind = WireFault['kinds'][number];

/** A status with the body of an error, in either format. */
function refused(
  status: number,
  kind: Kind,
  error: WireError,
  more: {
    says?: WireFault['says'];
    api?: WireFault['api'];
    headers?: () => Readonly<Record<string, string>>;
  } = {},
): WireFault {
  const { says, api, headers = () => ({}) } = more;
  return {
    kinds: [kind],
    ...(api === undefined ? {} : { api }),
    says: { status, ...says },
    respond: (request) => jsonResponse(status, errorBody(request.api, error), headers()),
  };
}

const busy = { message: 'Rate limit reached, slow down', type: 'rate_limit_error' };
const isFinal = { retryable: false };
const canRetry = { retryable: true };
const httpDateSeconds = 120;

/** A service says no. */
export const statusFaults = {
  rateLimit: refused(429, 'rate_limit', busy, { says: canRetry }),
  retryAfterAnHour: refused(429, 'rate_limit', busy, {
    headers: () => ({ 'retry-after': '3600' }),
    says: { retryAfterMs: [3_600_000, 3_600_000] },
  }),
  retryAfterMilliseconds: refused(429, 'rate_limit', busy, {
    headers: () => ({ 'retry-after-ms': '1500' }),
    says: { retryAfterMs: [1_500, 1_500] },
  }),
  retryAfterDate: refused(429, 'rate_limit', busy, {
    headers: () => ({
      'retry-after': new Date(Date.now() + httpDateSeconds * 1000).toUTCString(),
    }),
    says: { retryAfterMs: [1, httpDateSeconds * 1000] },
  }),
  quota: refused(
    429,
    'quota',
    {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    },
    { api: 'chat', says: isFinal },
  ),
  spendLimit: refused(
    429,
    'quota',
    {
      message: 'This organisation has reached its spend limit.',
      type: 'rate_limit_error',
      details: { error_code: 'enforced_spend_limit_reached' },
    },
    { api: 'messages', says: isFinal },
  ),
  paymentRequired: refused(
    402,
    'quota',
    { message: 'Payment required', type: 'billing_error' },
    { says: isFinal },
  ),
  doNotRetry: refused(
    500,
    'transient',
    { message: 'The server had an error', type: 'api_error' },
    { headers: () => ({ 'x-should-retry': 'false' }), says: isFinal },
  ),
  serverError: refused(
    500,
    'transient',
    { message: 'The server had an error', type: 'api_error' },
    { says: canRetry },
  ),
  badGateway: {
    kinds: ['transient'],
    says: { status: 502, retryable: true },
    respond: () => ({
      status: 502,
      headers: { 'content-type': 'text/html' },
      pieces: ['<html><body><h1>502 Bad Gateway</h1></body></html>'],
    }),
  },
  overloaded: refused(
    529,
    'transient',
    { message: 'Overloaded', type: 'overloaded_error' },
    { says: canRetry },
  ),
  tooLarge: refused(
    413,
    'context_overflow',
    { message: 'Request exceeds the maximum size', type: 'request_too_large' },
    { says: isFinal },
  ),
  unauthorised: refused(
    401,
    'auth',
    { message: 'Incorrect API key provided', type: 'authentication_error' },
    { says: isFinal },
  ),
  forbidden: refused(
    403,
    'auth',
    { message: 'Your key may not use this model', type: 'permission_error' },
    { says: isFinal },
  ),
  notFound: refused(
    404,
    'bad_request',
    { message: 'The model does not exist', type: 'not_found_error' },
    { says: isFinal },
  ),
  requestTimeout: refused(
    408,
    'timeout',
    { message: 'Request timeout', type: 'timeout_error' },
    { says: canRetry },
  ),
  conflict: refused(
    409,
    'transient',
    { message: 'Conflict', type: 'conflict_error' },
    { says: canRetry },
  ),
  unprocessable: refused(
    422,
    'bad_request',
    { message: 'Field is missing', type: 'invalid_request_error' },
    { says: isFinal },
  ),
  emptyErrorBody: {
    kinds: ['transient'],
    says: { status: 503, retryable: true },
    respond: () => ({ status: 503, headers: {}, pieces: [] }),
  },
} as const satisfies Record<string, WireFault>;
