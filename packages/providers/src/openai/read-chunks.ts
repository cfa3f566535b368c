import type { ProviderCall, ProviderReply } from '../shared/provider-model.ts';
import { readStream, truncatedStream } from '../shared/read-stream.ts';
import { unexpectedBody } from '../shared/unexpected-body.ts';
import { createCallJoiner } from './call-joiner.ts';
import { fieldsOf, isFields, listOf, textOf } from './fields.ts';
import { createMessageReader } from './message-reader.ts';
import { givenCalls, type ReadOptions, throwChoiceError } from './read-completion.ts';

/** How a stream is read. */
export type ReadChunksOptions = ReadOptions & {
  /** Milliseconds to wait, after the end of the reply, for the chunk that holds its usage. */
  readonly usageWaitMs: number;
  /** Ends the request: nothing more of it is wanted. */
  readonly endRequest: () => void;
};

/**
 * Reads a reply that comes in chunks. A finish reason has to come, or a stop sequence: without either the reply is cut,
 * and no answer. What comes, or fails to come, after a finish reason takes nothing from it.
 *
 * @throws ModelCallError
 */
export async function readChunks(
  chunks: AsyncIterable<unknown>,
  { onText, onActivity }: Pick<ProviderCall, 'onText' | 'onActivity'>,
  { provider, replayFields, usageWaitMs, endRequest }: ReadChunksOptions,
): Promise<ProviderReply> {
  const reader = createMessageReader({ onText }, replayFields);
  const calls = createCallJoiner(provider);
  let rawFinish: string | undefined;
  let usage: unknown;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const take = (chunk: unknown): boolean => {
    onActivity();
    const { error, choices, usage: reported } = fieldsOf(chunk);
    if (isFields(error)) throw unexpectedBody(chunk, provider);
    usage = reported ?? usage;
    const choice = fieldsOf(listOf(choices)[0]);
    throwChoiceError(choice, provider);
    const piece = fieldsOf(choice.delta ?? choice.message);
    reader.take(piece);
    for (const call of givenCalls(piece)) calls.push(call);
    rawFinish = textOf(choice.finish_reason) || rawFinish;
    if (rawFinish !== undefined) waiting ??= setTimeout(endRequest, usageWaitMs);
    return !reader.isCut || calls.hasCalls;
  };

  try {
    await readStream(chunks, provider, take);
  } catch (thrown) {
    if (rawFinish === undefined) throw thrown;
  } finally {
    clearTimeout(waiting);
    endRequest();
  }
  if (rawFinish === undefined && (!reader.isCut || calls.hasCalls)) {
    throw truncatedStream(provider, 'no finish reason came');
  }
  return reader.end({ calls: calls.end(), rawFinish, usage });
}
