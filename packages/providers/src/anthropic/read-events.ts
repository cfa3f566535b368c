import type { ProviderCall, ProviderReply } from '../shared/provider-model.ts';
import { readStream, truncatedStream } from '../shared/read-stream.ts';
import { unexpectedBody } from '../shared/unexpected-body.ts';
import { provider } from './content-block.ts';
import { createMessageFold } from './message-fold.ts';
import { toReply } from './read-message.ts';

/**
 * Reads a streamed message up to its `message_stop`, or to a stop sequence. Without either it is no answer, and nothing
 * of it is kept: a thought without its signature would be refused in every later request (PROV-025).
 *
 * @throws ModelCallError
 */
export async function readEvents(
  events: unknown,
  { onText, onActivity }: Pick<ProviderCall, 'onText' | 'onActivity'>,
): Promise<ProviderReply> {
  if (!isAsyncIterable(events)) throw unexpectedBody(events, provider);
  const fold = createMessageFold(onText);
  let count = 0;
  await readStream(events, provider, (event) => {
    count += 1;
    onActivity();
    return fold.take(event);
  });
  if (!fold.isComplete && !fold.isCut) {
    throw truncatedStream(provider, count === 0 ? 'no event came' : 'message_stop never came');
  }
  return toReply(fold.message());
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof Object(value)[Symbol.asyncIterator] === 'function';
}
