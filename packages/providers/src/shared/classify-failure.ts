import { type ModelErrorKind, modelErrorKinds } from '@loopwright/agent-run';
import { readHeader, retryAfterOf } from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';
import { type FailureFacts, read, readFailure } from './failure-facts.ts';
import { isModelCallError, type ModelCallError, modelCallError } from './model-call-error.ts';

const retryableKinds: readonly ModelErrorKind[] = [
  'transient',
  'rate_limit',
  'timeout',
  'malformed_reply',
  'truncated_stream',
];

/**
 * Anything that a client library threw, or a server sent in the place of a reply, as the one error of this package. It is
 * told by shape: a `kind` that somebody gave it, status, code, type, headers, and words of the message last; never by
 * class or by who threw it.
 */
export function toModelCallError(thrown: unknown, provider: string): ModelCallError {
  if (isModelCallError(thrown)) return thrown;
  try {
    return classify(thrown, provider);
  } catch {
    const message = 'an error that cannot be read';
    return modelCallError({ kind: 'unknown', message, retryable: false, provider });
  }
}

function classify(thrown: unknown, provider: string): ModelCallError {
  const facts = readFailure(thrown);
  const kind = declaredKind(thrown) ?? kindOf(facts, thrown);
  const { status, requestId, headers, details, message: words } = facts;
  const hint = hintFor(facts, kind);
  const retryable = read(thrown, 'retryable');
  const mayRetry =
    readHeader(headers, 'x-should-retry') !== 'false' && retryableKinds.includes(kind);
  return modelCallError({
    kind,
    message: `${status === undefined ? '' : `HTTP ${status}: `}${saidBy(thrown, facts)}${hint && `; ${hint}`}`,
    retryable: typeof retryable === 'boolean' ? retryable : mayRetry,
    retryAfterMs: retryAfterOf({ headers, details, message: words }, Date.now()),
    status,
    requestId,
    provider,
  });
}

/** What whoever threw it says itself. Only the signal of the caller makes a call a cancelled one. */
function declaredKind(thrown: unknown): ModelErrorKind | undefined {
  const kind = read(thrown, 'kind');
  return modelErrorKinds.find((each) => each === kind && each !== 'aborted');
}

/** The words of the server, or those of the client where it says more than them; neither a status nor a whole body. */
function saidBy(thrown: unknown, { status, message: words }: FailureFacts): string {
  const prefix = `${status} `;
  const withoutStatus = (text: string) =>
    text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const said = withoutStatus(describeError(thrown).message);
  if (words === undefined) return said;
  const saysMore = said.includes(withoutStatus(words)) && !said.startsWith('{');
  return saysMore ? said : withoutStatus(describeError(words).message);
}

const overflow =
  /context (?:length|window|size)|maximum context|prompt is too long|exceeds? (?:the )?(?:model's )?context|exceed context limit|too many (?:input |prompt )?tokens|input is too long/i;

const brokenConnection =
  /\bterminated\b|premature close|other side closed|socket hang up|\bincomplete [\w -]{1,40} frame\b/i;

function kindOf(facts: FailureFacts, thrown: unknown): ModelErrorKind {
  const { status, codes, message = '', name } = facts;
  const says = (...words: string[]) =>
    codes.some((code) => words.some((word) => code.includes(word)));
  const mayOverflow = status === undefined || status === 400 || status === 413 || status === 422;
  if (says('context_length', 'context_window', 'exceed_context_size')) return 'context_overflow';
  if (mayOverflow && overflow.test(message)) return 'context_overflow';
  if (status === 413 || says('request_too_large')) return 'context_overflow';
  if (status === 402 || says('insufficient_quota', 'spend_limit', 'billing')) return 'quota';
  if (status === 429 || says('rate_limit')) return 'rate_limit';
  if (says('content_filter', 'content_policy')) return 'refused';
  if (says('overloaded')) return 'transient';
  if (status === 401 || status === 403 || says('authentication', 'permission_error')) return 'auth';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 409 || status === 425) return 'transient';
  if (status !== undefined && status >= 500) {
    return status === 501 || status === 505 ? 'bad_request' : 'transient';
  }
  if (status !== undefined && status >= 400) return 'bad_request';
  // A redirect that nobody followed, or an answer of a cache that holds none.
  if (status !== undefined) return 'malformed_reply';
  if (says('server_error', 'api_error', 'unavailable', 'internal')) return 'transient';
  if (says('invalid_request', 'not_found', 'unsupported')) return 'bad_request';
  return kindWithoutStatus(name, message, thrown);
}

function kindWithoutStatus(name: string, message: string, thrown: unknown): ModelErrorKind {
  if (name === 'SyntaxError' || /response with no body/i.test(message)) return 'malformed_reply';
  if (/^(?:APIConnection)?TimeoutError$/i.test(name)) return 'timeout';
  if (brokenConnection.test(message)) return 'transient';
  if (/resolve authentication|missing credentials|api[ _]?key/i.test(message)) return 'auth';
  if (name === 'APIConnectionError' || /^(?:fetch failed|connection error)/i.test(message)) {
    return 'transient';
  }
  return describeError(thrown).class === 'transient' ? 'transient' : 'unknown';
}

/** What a user can do about a refusal that has little to do with the words of the prompt. */
function hintFor({ message = '', param }: FailureFacts, kind: ModelErrorKind): string {
  if (kind !== 'bad_request') return '';
  if (/tool[ _-]choice|tool[ _-]call[ _-]?parser|does not support tools/i.test(message)) {
    return 'the server offers no native tool calling here: use textFormat or jsonFormat, or switch it on in the server';
  }
  const setting = ['temperature', 'stop', 'seed', 'max_tokens', 'max_completion_tokens'].find(
    (name) => param === name || new RegExp(`['"\`]${name}['"\`]`).test(message),
  );
  if (setting === undefined) return '';
  return `if the model does not take ${setting}, say so in the capabilities`;
}
