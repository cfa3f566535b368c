import type { Model, ModelReply, ModelRequest } from '@loopwright/agent-run';
import { settle } from '@loopwright/tool-registry';
import { toModelCallError } from '../shared/classify-failure.ts';
import { type ModelCallError, modelCallError } from '../shared/model-call-error.ts';

/** What a model may resolve with. */
export type GivenReply = Partial<ModelReply> & { text: string };

/** How one call of a model ended. `isShown`: some of its text was told while it arrived. */
export type Asked = { isShown: boolean } & (
  | { reply: GivenReply; error?: never }
  | { reply?: never; error: ModelCallError }
);

type AskOptions = {
  signal: AbortSignal;
  /** Left out where nothing is to be told. */
  onDelta?: ((text: string) => void) | undefined;
  /** Tells an empty delta first: whoever watches for silence shall not count that of another model. */
  beginsAnew?: boolean;
  timeoutMs?: number;
};

/** Asks any model once, whether or not it listens to its signal. Never rejects; nothing is told after the end. */
export async function askModel(
  model: Model,
  request: ModelRequest,
  { signal, onDelta, beginsAnew = false, timeoutMs = Infinity }: AskOptions,
): Promise<Asked> {
  let isShown = false;
  let isSettled = false;
  const settled = await settle(
    (inner) => {
      if (beginsAnew) onDelta?.('');
      return model.generate(request, {
        signal: inner,
        onDelta: (text) => {
          if (!onDelta || isSettled || inner.aborted) return;
          isShown ||= text !== '';
          onDelta(text);
        },
      });
    },
    { timeoutMs, signal },
  );
  isSettled = true;
  const failed = (kind: ModelCallError['kind'], message: string, retryable: boolean): Asked => ({
    isShown,
    error: modelCallError({ kind, message, retryable, provider: model.id }),
  });
  switch (settled.kind) {
    case 'value': {
      const reply = settled.value as GivenReply;
      if (typeof Object(reply).text === 'string') return { isShown, reply };
      return failed('malformed_reply', `${model.id} answered without a text`, true);
    }
    case 'thrown':
      return { isShown, error: toModelCallError(settled.error, model.id) };
    case 'timeout': {
      const ms = Math.max(0, Math.ceil(timeoutMs));
      return failed('timeout', `${model.id} did not answer within ${ms} ms`, true);
    }
    case 'aborted':
      return failed('aborted', 'The call was cancelled', false);
  }
}
