import { toModelCallError } from '../shared/classify-failure.ts';
import { fieldsOf, parseJson } from '../shared/fields.ts';
import {
  isModelCallError,
  type ModelCallError,
  modelCallError,
} from '../shared/model-call-error.ts';
import { truncatedStream } from '../shared/read-stream.ts';
import { unexpectedBody } from '../shared/unexpected-body.ts';

/** Errors that the SDK makes of bodies and events that it could not read. */
const unreadable =
  /^AI_(?:JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContentGenerated)Error$/;
const callersMistake =
  /^AI_(?:UnsupportedFunctionality|InvalidPrompt|InvalidArgument|NoSuchModel)Error$/;

/** What a language model of the AI SDK threw, or streamed as an error, as the one error of this package. */
export function readAiSdkFailure(thrown: unknown, provider: string): ModelCallError {
  if (isModelCallError(thrown)) return thrown;
  const { name, message, statusCode, isRetryable, cause, responseBody } = fieldsOf(thrown);
  if (typeof statusCode === 'number' && statusCode < 300) {
    const reason = toModelCallError(cause, provider);
    if (reason.kind === 'transient') return truncatedStream(provider, reason.message);
    return unexpectedBody(parseJson(responseBody) ?? responseBody, provider);
  }
  const error = toModelCallError(thrown, provider);
  const as = (kind: ModelCallError['kind'], retryable: boolean) =>
    modelCallError({ ...error, message: error.message, kind, retryable });
  if (typeof message === 'string' && /ended without a finish reason/i.test(message)) {
    return truncatedStream(provider, error.message);
  }
  // What one provider package says when the first event of a stream cannot be read.
  if (typeof message === 'string' && /normalized \w+ stream error/i.test(message)) {
    return as('malformed_reply', true);
  }
  if (typeof name === 'string' && unreadable.test(name)) return as('malformed_reply', true);
  if (typeof name === 'string' && callersMistake.test(name)) return as('bad_request', false);
  if (error.kind === 'unknown' && isRetryable === true) return as('transient', true);
  return error;
}
