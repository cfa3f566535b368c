import { toModelCallError } from './classify-failure.ts';
import { isModelCallError, type ModelCallError, modelCallError } from './model-call-error.ts';

/**
 * Reads the events of a streamed reply until `take` says that no more is wanted. A connection that breaks on the way is
 * a truncated stream, not a network failure: output has begun, and may be paid for.
 *
 * @param toError Reads what the events throw. Default: {@link toModelCallError}.
 * @returns Whether the stream ended by itself.
 * @throws ModelCallError
 */
export async function readStream<Event>(
  events: AsyncIterable<Event>,
  provider: string,
  take: (event: Event) => boolean,
  toError: (thrown: unknown, provider: string) => ModelCallError = toModelCallError,
): Promise<boolean> {
  try {
    for await (const event of events) {
      if (!take(event)) return false;
    }
    return true;
  } catch (thrown) {
    if (isModelCallError(thrown)) throw thrown;
    const error = toError(thrown, provider);
    // An error event of the server has a body; a broken connection has none.
    const isFromServer = Object(thrown).error !== undefined;
    if (error.kind !== 'transient' || isFromServer) throw error;
    throw truncatedStream(provider, error.message);
  }
}

/** A stream that ended before the reply did. What came of it is no answer. */
export function truncatedStream(provider: string, detail: string): ModelCallError {
  return modelCallError({
    kind: 'truncated_stream',
    message: `The stream of ${provider} broke off before the reply was complete: ${detail}`,
    retryable: true,
    provider,
  });
}
