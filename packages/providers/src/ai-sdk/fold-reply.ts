import { fieldsOf } from '../shared/fields.ts';
import { modelCallError } from '../shared/model-call-error.ts';
import type { ProviderCall, ProviderReply } from '../shared/provider-model.ts';
import { truncatedStream } from '../shared/read-stream.ts';
import type { ProviderData } from './language-model.ts';
import { readAiSdkFailure } from './read-failure.ts';
import { isInitialFinish, readFinish, readUsage, readWarnings } from './read-result.ts';
import { opaqueOf, type ReplyPart } from './reply-parts.ts';

type Source = { provider: string; origin: string; streams: boolean };

/** Makes one reply out of parts: those of a stream, or the contents of a whole reply with a `finish` behind them. */
export function createReplyFold(
  { onText, onActivity }: Pick<ProviderCall, 'onText' | 'onActivity'>,
  { provider, origin, streams }: Source,
) {
  const parts: ReplyPart[] = [];
  const open = new Map<string, ReplyPart>();
  const toolCalls: unknown[] = [];
  const warnings: string[] = [];
  let failure: unknown;
  let finished: { [name: string]: unknown } | undefined;
  let isCut = false;

  const blockOf = (type: 'text' | 'reasoning', given: { [name: string]: unknown }): ReplyPart => {
    const key = `${type} ${String(given.id)}`;
    const known = given.id === undefined ? undefined : open.get(key);
    const block = known ?? { type, text: '' };
    if (!known) parts.push(block);
    open.set(key, block);
    if (given.providerMetadata !== undefined) block.data = given.providerMetadata as ProviderData;
    return block;
  };
  const addText = (type: 'text' | 'reasoning', given: { [name: string]: unknown }) => {
    const added = given.delta ?? given.text;
    const block = blockOf(type, given);
    if (typeof added !== 'string') return;
    block.text += added;
    if (type === 'text' && !onText(added)) isCut = true;
  };
  const addCall = (given: { [name: string]: unknown }) => {
    if (given.providerExecuted === true) {
      warnings.push(`A call of ${String(given.toolName)} was made by the provider and is left out`);
      return;
    }
    const { toolCallId: id, toolName: name, input: args, providerMetadata } = given;
    toolCalls.push({ id, name, args });
    const data = providerMetadata === undefined ? {} : { data: providerMetadata as ProviderData };
    parts.push({ type: 'tool-call', id: String(id), text: '', ...data });
  };

  return {
    /** Takes a part. False when no more is wanted. */
    take(part: unknown): boolean {
      const given = fieldsOf(part);
      const { type } = given;
      onActivity();
      if (type === 'text' || type === 'reasoning') addText(type, given);
      else if (type === 'tool-call') addCall(given);
      else if (type === 'stream-start') warnings.push(...readWarnings(given.warnings));
      else if (type === 'finish') finished = given;
      else if (type === 'error') failure = given.error ?? 'an error without words';
      else if (type === 'file' || type === 'reasoning-file' || type === 'tool-approval-request') {
        warnings.push(`The reply holds a part of type ${type}, which is left out`);
      } else if (typeof type === 'string') {
        const [, block] = /^(text|reasoning)-(?:start|delta|end)$/.exec(type) ?? [];
        if (block) addText(block as 'text' | 'reasoning', given);
      }
      return failure === undefined && !isCut;
    },
    /** The reply. @throws ModelCallError when what came is no answer. */
    reply(): ProviderReply {
      if (failure !== undefined) throw readAiSdkFailure(failure, provider);
      const hasEnd = finished && !(streams && isInitialFinish(finished.finishReason));
      if (!hasEnd && !isCut) throw truncatedStream(provider, 'there was no finish');
      const { finish, rawFinish } = isCut
        ? { finish: 'stop' as const }
        : readFinish(finished?.finishReason);
      if (finish === 'broken') throw brokenReply(provider, rawFinish);
      const opaque = opaqueOf(parts, origin);
      return {
        toolCalls,
        finish,
        ...(rawFinish === undefined ? {} : { rawFinish }),
        usage: readUsage(finished?.usage),
        ...(opaque === undefined ? {} : { opaque }),
        warnings,
      };
    },
  };
}

function brokenReply(provider: string, raw = 'error') {
  // Google's word for a call that nobody can read.
  const kind = /malformed/i.test(raw) ? 'malformed_reply' : 'truncated_stream';
  const message = `${provider} ended the reply before it was complete: ${raw}`;
  return modelCallError({ kind, message, retryable: true, provider });
}
