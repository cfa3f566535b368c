import { isInlineCode } from './find-marker.ts';

/**
 * The header of a message in the harmony format: `<|start|>role to=recipient<|channel|>channel<|message|>`, with the
 * recipient also behind the channel.
 */
export type HarmonyHeader = {
  start: number;
  /** '' where the prompt has begun the message. */
  role: string;
  /** '' when there is none, or none that can be told from text about the tokens. */
  channel: string;
  /** Whom a call is for, '' in a message that is none. */
  recipient: string;
  contentStart: number;
};

const startToken = '<|start|>';
const channelToken = '<|channel|>';
const contentToken = '<|message|>';
const endTokens = /<\|(?:end|return|call|start)\|>/g;

/** Reads the first header that ends behind `position`. */
export function readHarmonyHeader(text: string, position: number): HarmonyHeader | undefined {
  const headerEnd = text.indexOf(contentToken, position);
  if (headerEnd === -1) return undefined;
  const start = findHeader(text, position, headerEnd);
  const header = text.slice(start, headerEnd);
  const afterStart = header.startsWith(startToken) ? header.slice(startToken.length) : header;
  const channel = isInlineCode(text, start) ? '' : readChannel(header);
  const role = /^\s*([^\s<]*)/.exec(afterStart)![1]!;
  return {
    start,
    role: role.startsWith('to=') ? '' : role,
    channel,
    recipient: channel === '' ? '' : readRecipient(header),
    contentStart: headerEnd + contentToken.length,
  };
}

/** Where the token stands that ends a content, or -1 when the text ends before it. */
export function findHarmonyEnd(text: string, contentStart: number): number {
  endTokens.lastIndex = contentStart;
  return endTokens.exec(text)?.index ?? -1;
}

/** Where the text goes on after a token that ends a message, else `start`. */
export function skipHarmonyEnd(text: string, start: number): number {
  const token = ['<|call|>', '<|end|>', '<|return|>'].find((end) => text.startsWith(end, start));
  return token === undefined ? start : start + token.length;
}

/** Where the header begins: at its last start token, else where the prompt has left it, behind stray text. */
function findHeader(text: string, position: number, headerEnd: number): number {
  const stray = text.slice(position, headerEnd);
  const start = stray.lastIndexOf(startToken);
  if (start !== -1) return position + start;
  const channel = stray.indexOf(channelToken);
  if (channel === -1) return headerEnd;
  const isRole = /^(?:assistant)?\s*(?:to=\S*)?$/.test(stray.slice(0, channel).trim());
  return isRole ? position : position + channel;
}

/** Reads the channel with what may follow it: a recipient, and the type of the content. */
const channelPattern =
  /^(analysis|commentary|final)[^\w\s]{0,3}(?:\s+to=[^\s<]*)?(?:\s*<\|constrain\|>)?\s*\w*\s*$/;

/** The last channel counts: models write a wrong one and begin again. */
function readChannel(header: string): string {
  const token = header.lastIndexOf(channelToken);
  if (token === -1) return '';
  const written = header.slice(token + channelToken.length);
  return written.length > 200 ? '' : (channelPattern.exec(written.trim())?.[1] ?? '');
}

/** The recipient stands behind the role or behind the channel. `to=assistant` is a slip, or the result of a tool. */
function readRecipient(header: string): string {
  for (const [, recipient] of header.matchAll(/\bto=([^\s<]*)/g)) {
    if (recipient !== 'assistant') return recipient!;
  }
  return '';
}
