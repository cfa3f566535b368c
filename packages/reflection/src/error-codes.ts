import type { FailureReason } from './failure.ts';

// Codes of Node, gRPC, HTTP clients, model providers and tool dispatchers, and names of error classes, in lower case
// with `_` between words. A code that says nothing, such as `failed`, is not listed.
const codesByReason: Readonly<Record<Exclude<FailureReason, 'unknown'>, string>> = {
  timeout:
    'timeout etimedout esockettimedout timeout_error timeouterror timed_out deadline_exceeded request_timeout gateway_timeout ' +
    'und_err_connect_timeout und_err_headers_timeout und_err_body_timeout',
  unavailable:
    'unavailable service_unavailable econnreset econnrefused econnaborted epipe ehostunreach enetunreach enetdown eai_again enotfound ' +
    'und_err_socket overloaded overloaded_error internal_server_error bad_gateway server_error api_error ebusy conflict',
  rate_limit:
    'rate_limit rate_limited rate_limit_error rate_limit_exceeded ratelimiterror too_many_requests throttled resource_exhausted throttling_exception slow_down',
  quota:
    'insufficient_quota quota_exceeded billing_error billing_hard_limit_reached payment_required',
  not_found: 'not_found enoent notfounderror not_found_error no_such_key gone model_not_found',
  invalid_arguments:
    'invalid_arguments invalid_argument invalid_request invalid_request_error bad_request einval validation_error validationerror ' +
    'unprocessable_entity unreadable_call err_invalid_arg_type err_invalid_arg_value out_of_range',
  unknown_tool: 'unknown_tool no_such_tool tool_not_found',
  rejected:
    'already_exists eexist unimplemented not_implemented method_not_allowed failed_precondition unsupported_result enotdir eisdir',
  too_large:
    'context_length_exceeded context_overflow payload_too_large request_too_large string_above_max_length',
  unauthenticated:
    'unauthorized unauthenticated authentication_error authenticationerror token_expired expired_token expiredtokenexception ' +
    'tokenexpirederror invalid_token session_expired login_required invalid_api_key',
  denied:
    'denied permission_denied eacces eperm forbidden permission_error access_denied ' +
    'content_policy_violation content_filter',
  limit: 'call_limit not_enough_time budget_exceeded',
  aborted: 'aborted abort_err aborterror abort_error cancelled canceled err_canceled',
  unknown_outcome: 'unknown_outcome repeat_refused',
};

const reasonByCode: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries(codesByReason).flatMap(([reason, codes]) =>
    codes.split(' ').map((code) => [code, reason as FailureReason] as const),
  ),
);

/** The reason that an error code or the name of an error class stands for. Case, `-` and spaces do not matter. */
export function reasonOfCode(code: string): FailureReason | undefined {
  return reasonByCode.get(
    code
      .slice(0, 100)
      .toLowerCase()
      .replace(/[-\s.]/g, '_'),
  );
}

/** The reason that an HTTP status stands for; undefined when it is no error status. */
export function reasonOfStatus(status: number): FailureReason | undefined {
  if (!Number.isInteger(status) || status < 400 || status > 599) return undefined;
  const known = reasonByStatus.get(status);
  if (known !== undefined) return known;
  return status >= 500 ? 'unavailable' : 'rejected';
}

const reasonByStatus: ReadonlyMap<number, FailureReason> = new Map([
  [400, 'invalid_arguments'],
  [401, 'unauthenticated'],
  [402, 'quota'],
  [403, 'denied'],
  [404, 'not_found'],
  [407, 'unauthenticated'],
  [408, 'timeout'],
  [409, 'unavailable'],
  [410, 'not_found'],
  [413, 'too_large'],
  [422, 'invalid_arguments'],
  [425, 'unavailable'],
  [429, 'rate_limit'],
  [451, 'denied'],
  [501, 'rejected'],
  [504, 'timeout'],
  [505, 'rejected'],
]);
