import { fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts';
import type { StreamedAnswer } from '../shared/open-answer.ts';
import type { ProviderCall, ProviderReply } from '../shared/provider-model.ts';
import { readStream, truncatedStream } from '../shared/read-stream.ts';
import { unexpectedBody } from '../shared/unexpected-body.ts';
import { createCallJoiner } from './call-joiner.ts';
import { createFinishWatch } from './finish-watch.ts';
import { createMessageReader } from './message-reader.ts';
import {
  givenCalls,
  type ReadOptions,
  readCompletion,
  throwChoiceError,
} from './read-completion.ts';

/**
 * Reads a reply that comes in chunks. A finish reason has to come behind the last of it, or a stop sequence: without
 * either the reply is cut, and no answer. What comes, or fails to come, behind the end takes nothing from it.
 *
 * @throws ModelCallError
 */
export async function readChunks(
  answer: StreamedAnswer,
  call: Pick<ProviderCall, 'onText' | 'onActivity'>,
  options: ReadOptions & { readonly idleMs: number },
): Promise<ProviderReply> {
  const { provider, replayFields, idleMs } = options;
  const reader = createMessageReader(call, replayFields);
  const calls = createCallJoiner(provider);
  const finish = createFinishWatch(answer.end, idleMs);
  let usage: unknown;

  const take = (chunk: unknown): boolean => {
    call.onActivity();
    const { error, choices, usage: reported } = fieldsOf(chunk);
    if (isFields(error)) throw unexpectedBody(chunk, provider);
    usage = reported ?? usage;
    const choice = fieldsOf(listOf(choices)[0]);
    throwChoiceError(choice, provider);
    const piece = fieldsOf(choice.delta ?? choice.message);
    reader.take(piece);
    // A call that begins behind a stop sequence would not have been written by a server that knows of it.
    const isOver = reader.isCut && !calls.hasCalls;
    if (!isOver) for (const given of givenCalls(piece)) calls.push(given);
    finish.take(piece, textOf(choice.finish_reason));
    return !isOver;
  };

  try {
    await readStream(answer.events, provider, take);
  } catch (thrown) {
    if (!finish.isOver) throw thrown;
  } finally {
    finish.end();
  }
  const body = await answer.wholeBody();
  if (body !== undefined) return readCompletion(body, call, options);
  if (!finish.isOver && (!reader.isCut || calls.hasCalls)) {
    throw truncatedStream(provider, 'no finish reason came behind the last of it');
  }
  return reader.end({ calls: calls.end(), rawFinish: finish.rawFinish, usage });
}
