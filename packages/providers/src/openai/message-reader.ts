import { type Fields, fieldsOf, listOf, textOf } from '../shared/fields.ts';
import type { ProviderCall, ProviderReply } from '../shared/provider-model.ts';
import type { GivenCall } from './chat-calls.ts';
import { finishReasonOf } from './finish-reason.ts';
import { readUsage } from './read-usage.ts';
import { readReplayFields, toOpaque } from './replay-fields.ts';

/** What a reply ends with. */
type MessageEnd = {
  readonly calls: readonly GivenCall[];
  readonly rawFinish: string | undefined;
  readonly usage: unknown;
};

/** Reads the message of a reply, whole or piece by piece. */
export type MessageReader = {
  /** True once a stop sequence has come in the text. */
  readonly isCut: boolean;
  /** Tells of the text in a message or a piece of it, and keeps the rest. */
  take(message: Fields): void;
  end(end: MessageEnd): ProviderReply;
};

export function createMessageReader(
  { onText }: Pick<ProviderCall, 'onText'>,
  replayFields: readonly string[],
): MessageReader {
  let isCut = false;
  let hasText = false;
  let refusal = '';
  const replayed: { [name: string]: string } = {};
  const tell = (text: string) => {
    if (text === '') return;
    hasText = true;
    isCut = !onText(text);
  };
  return {
    get isCut() {
      return isCut;
    },
    take(message) {
      const parts = contentParts(message.content);
      tell(parts.map(partText).join(''));
      refusal += [message, ...parts].map((part) => textOf(part.refusal)).join('');
      for (const [name, text] of Object.entries(readReplayFields(message, replayFields))) {
        replayed[name] = (replayed[name] ?? '') + text;
      }
    },
    end({ calls, rawFinish, usage }) {
      // Why the model will not answer is all that such a reply says.
      if (!hasText) tell(refusal);
      const opaque = toOpaque(replayed);
      const finish = finishReasonOf({ rawFinish, refusal, hasCalls: calls.length > 0, isCut });
      return {
        toolCalls: calls,
        finish,
        ...(rawFinish === undefined ? {} : { rawFinish }),
        usage: readUsage(usage),
        ...(opaque === undefined ? {} : { opaque }),
      };
    },
  };
}

/** Content is a text, nothing, or a list of parts, of which only some are said to the user. */
function contentParts(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content).map(fieldsOf);
}

const spoken: readonly unknown[] = ['text', 'output_text', 'output'];

function partText({ type, text }: Fields): string {
  return spoken.includes(type) ? textOf(text) : '';
}
