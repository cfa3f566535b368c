import type { FailureReason } from './failure.ts';

const phrasesByReason: readonly (readonly [FailureReason, readonly string[]])[] = [
  ['unknown_tool', ['unknown tool', 'no such tool']],
  [
    'unauthenticated',
    [
      'unauthorized',
      'unauthenticated',
      'authentication required',
      'authentication failed',
      'login required',
      'not logged in',
      'not signed in',
      'token expired',
      'token has expired',
      'token is expired',
      'expired token',
      'invalid token',
      'session expired',
      'session has expired',
      'credentials expired',
      'credentials have expired',
      'invalid credentials',
      'invalid api key',
    ],
  ],
  ['timeout', ['timed out', 'timeout', 'deadline exceeded']],
  ['rate_limit', ['rate limit', 'rate-limit', 'too many requests']],
  ['quota', ['quota', 'insufficient credit', 'billing']],
  [
    'unavailable',
    [
      'temporarily',
      'temporary failure',
      'temporary error',
      'unavailable',
      'overloaded',
      'try again later',
      'connection reset',
      'connection refused',
      'connection closed',
      'socket hang up',
      'bad gateway',
      'internal server error',
    ],
  ],
  [
    'not_found',
    [
      'not found',
      'does not exist',
      "doesn't exist",
      'no such',
      'could not find',
      'cannot find',
      'no results',
      'no match',
      'nothing found',
      'unknown entity',
    ],
  ],
  [
    'invalid_arguments',
    [
      'invalid',
      'malformed',
      'must be',
      'is required',
      'missing required',
      'not a valid',
      'bad request',
    ],
  ],
  ['denied', ['permission denied', 'access denied', 'forbidden', 'not allowed', 'denied']],
  ['too_large', ['context length', 'context window', 'too many tokens', 'too large']],
  ['aborted', ['aborted', 'cancelled', 'canceled']],
];

const maxTextChars = 2000;

/** A server that has failed, or a wish to be asked again after some time. "Correct it and try again" is no such wish. */
const passesWithTime =
  /bad gateway|internal server error|service unavailable|try again (?:later|soon|shortly|in |after )|\bhttp(?:\/\d(?:\.\d)?)? 5(?:0[0234]|2\d)\b|\bstatus code:? 5(?:0[0234]|2\d)\b/;

/**
 * Guesses a reason from the words of a message, when nothing better is known. The phrase that comes first decides:
 * "Invalid timeout value" is about the value, "Timeout: invalid response" about the time. But that something is invalid or
 * was not found says nothing about the call where the message also says that it passes with time: "invalid response (502 bad
 * gateway)", "No results, try again later". Digits are no status ("order 503 not found"), except in "HTTP 503" and "status
 * code 503". Reads at most 2,000 characters.
 */
export function reasonOfText(message: string): FailureReason {
  const text = message.slice(0, maxTextChars).toLowerCase();
  let reason: FailureReason = 'unknown';
  let first = text.length;
  for (const [candidate, phrases] of phrasesByReason) {
    for (const phrase of phrases) {
      const at = text.indexOf(phrase);
      if (at === -1 || at >= first || isNameOfSetting(text, at, phrase)) continue;
      reason = candidate;
      first = at;
    }
  }
  const isOutweighed = reason === 'invalid_arguments' || reason === 'not_found';
  return isOutweighed && passesWithTime.test(text) ? 'unavailable' : reason;
}

/** In "timeout must be positive" and "timeout_ms: …" the word names a setting and tells of no timeout. */
function isNameOfSetting(text: string, at: number, phrase: string): boolean {
  if (phrase !== 'timeout') return false;
  return /^(?:\w|["'`]| (?:must|should|cannot|value|parameter|setting|option|argument|is (?:invalid|required|not|too)))/.test(
    text.slice(at + phrase.length, at + phrase.length + 20),
  );
}
