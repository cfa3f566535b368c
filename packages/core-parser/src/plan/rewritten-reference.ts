import { readPath } from './reference-path.ts';

/** A place in a text that was read as a reference: where it ends, and how `substitute` reads it. */
export type RewrittenReference = { end: number; text: string };

/** How far the end of a reference is looked for. */
export const maxReferenceChars = 256;

/** Wraps an id and the path behind it, in which a bracket that is no path makes the whole unreadable. */
export function rewriteWithPath(text: string, idStart: number, idEnd: number): RewrittenReference {
  const limit = Math.min(text.length, idEnd + maxReferenceChars);
  const { end, isReadable } = readPath(text, idEnd, limit);
  const close = isReadable ? -1 : text.slice(end, limit).search(/[\]}]/);
  const wholeEnd = isReadable ? end : end + (close === -1 ? 1 : close + 1);
  return { end: wholeEnd, text: `#{${text.slice(idStart, wholeEnd).replaceAll('}', '')}}` };
}
