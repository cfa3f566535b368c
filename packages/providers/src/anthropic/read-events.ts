import type { StreamedAnswer } from '../shared/open-answer.ts';
import type { ProviderCall, ProviderReply } from '../shared/provider-model.ts';
import { readStream, truncatedStream } from '../shared/read-stream.ts';
import { provider } from './content-block.ts';
import { createMessageFold } from './message-fold.ts';
import { readMessage, toReply } from './read-message.ts';

/**
 * Reads a streamed message up to its `message_stop`, or to a stop sequence. Without either it is no answer, and nothing
 * of it is kept: a thought without its signature would be refused in every later request (PROV-025).
 *
 * @throws ModelCallError
 */
export async function readEvents(
  answer: StreamedAnswer,
  { onText, onActivity }: Pick<ProviderCall, 'onText' | 'onActivity'>,
): Promise<ProviderReply> {
  const fold = createMessageFold(onText);
  await readStream(answer.events, provider, (event) => {
    onActivity();
    return fold.take(event);
  });
  const body = await answer.wholeBody();
  if (body !== undefined) return readMessage(body, onText);
  if (fold.isComplete || fold.isCut) return toReply(fold.message());
  throw truncatedStream(provider, 'message_stop never came');
}
