import type { Json } from '@loopwright/core-parser';
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts';
import { modelCallError } from '../shared/model-call-error.ts';
import { sendableArguments } from '../shared/sendable-calls.ts';
import { unexpectedBody } from '../shared/unexpected-body.ts';
import { type ContentBlock, provider, readBlocks } from './content-block.ts';
import type { ReceivedMessage } from './read-message.ts';

/** Puts a message together out of the events of a stream. */
export type MessageFold = {
  readonly isComplete: boolean;
  readonly isCut: boolean;
  /** Takes an event. False when no more is wanted. @throws ModelCallError */
  take(event: unknown): boolean;
  /** What came, as far as it came. */
  message(): ReceivedMessage;
};

/** Text and thinking grow in pieces, as do the arguments of a call. */
type Draft = {
  block: ContentBlock;
  text: string;
  thinking: string;
  json: string;
  readonly citations: Json[];
};

export function createMessageFold(onText: (piece: string) => boolean): MessageFold {
  const drafts = new Map<unknown, Draft>();
  let usage: Fields = {};
  let ending: Fields = {};
  let isComplete = false;
  let isCut = false;

  const say = (piece: string) => {
    if (piece !== '' && !onText(piece)) isCut = true;
  };
  const begin = ({ index, content_block }: Fields) => {
    const [block] = readBlocks([content_block]);
    if (!block) throw unexpectedBody(content_block, provider);
    const draft = {
      block,
      text: textOf(block.text),
      thinking: textOf(block.thinking),
      json: '',
      citations: Array.isArray(block.citations) ? [...block.citations] : [],
    };
    drafts.set(index, draft);
    if (block.type === 'text') say(draft.text);
  };
  const grow = ({ index, delta }: Fields) => {
    const draft = drafts.get(index);
    if (!draft) throw strayDelta(index);
    const piece = fieldsOf(delta);
    if (draft.block.type === 'text' && piece.type === 'text_delta') say(textOf(piece.text));
    growBlock(draft, piece);
  };
  const report = (reported: unknown) => {
    const known = Object.entries(fieldsOf(reported)).filter(([, value]) => value !== null);
    usage = { ...usage, ...Object.fromEntries(known) };
  };
  return {
    get isComplete() {
      return isComplete;
    },
    get isCut() {
      return isCut;
    },
    take(event) {
      const fields = fieldsOf(event);
      switch (fields.type) {
        case 'message_start':
          // The output tokens that it reports are those of the first event.
          report({ ...fieldsOf(fieldsOf(fields.message).usage), output_tokens: null });
          break;
        case 'content_block_start':
          begin(fields);
          break;
        case 'content_block_delta':
          grow(fields);
          break;
        case 'message_delta':
          report(fields.usage);
          ending = { ...ending, ...fieldsOf(fields.delta) };
          break;
        case 'message_stop':
          isComplete = true;
          break;
        case 'error':
          throw unexpectedBody(event, provider);
        default:
      }
      return !isComplete && !isCut;
    },
    message() {
      const rawArguments = new Map<ContentBlock, string>();
      const content = [...drafts.values()].map((draft) => {
        const block = finishBlock(draft);
        if (draft.json !== '') rawArguments.set(block, draft.json);
        return block;
      });
      const { stop_reason: stopReason, stop_details: stopDetails } = ending;
      return { content, rawArguments, isCut, stopReason, stopDetails, usage };
    },
  };
}

function growBlock(draft: Draft, piece: Fields): void {
  switch (piece.type) {
    case 'text_delta':
      draft.text += textOf(piece.text);
      break;
    case 'thinking_delta':
      draft.thinking += textOf(piece.thinking);
      break;
    case 'input_json_delta':
      draft.json += textOf(piece.partial_json);
      break;
    case 'signature_delta':
      draft.block = { ...draft.block, signature: textOf(piece.signature) };
      break;
    case 'citations_delta':
      draft.citations.push(piece.citation as Json);
      break;
    default:
  }
}

function finishBlock({ block, text, thinking, json, citations }: Draft): ContentBlock {
  if (block.type === 'text') {
    return { ...block, text, ...(citations.length > 0 ? { citations } : {}) };
  }
  if (block.type === 'thinking') return { ...block, thinking };
  return json === '' ? block : { ...block, input: sendableArguments(json) };
}

function strayDelta(index: unknown): Error {
  return modelCallError({
    kind: 'malformed_reply',
    message: `${provider} sent a piece of block ${String(index)}, which was never begun`,
    retryable: true,
    provider,
  });
}
