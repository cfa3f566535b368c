import { readReasoningOpening, reasoningTags } from '../step/reasoning-tags.ts';

/** Holds back leading `<think>` blocks of a text that comes in pieces. */
export type ReasoningFilter = {
  /** The part of the text that is known to be no reasoning. */
  pass(piece: string): string;
};

const longestTag = Math.max(...reasoningTags.map((tag) => tag.length));

/** Creates a filter for one reply. */
export function createReasoningFilter(): ReasoningFilter {
  /** What has come and is not decided. */
  let held = '';
  let closingTag: string | undefined;
  let isPast = false;

  function passHeld(): string {
    for (;;) {
      if (closingTag !== undefined) {
        const close = held.toLowerCase().indexOf(closingTag);
        if (close === -1) {
          held = held.slice(-(closingTag.length - 1));
          return '';
        }
        held = held.slice(close + closingTag.length);
        closingTag = undefined;
      }
      const open = readReasoningOpening(held);
      if (open === undefined) break;
      held = held.slice(open.contentStart);
      closingTag = open.closingTag;
    }
    // A long run of white space is not looked at again and again.
    const start = held.trimStart();
    if (mayOpen(start)) {
      held = start;
      return '';
    }
    isPast = true;
    return held;
  }

  return {
    pass(piece) {
      if (isPast) return piece;
      held += piece;
      return passHeld();
    },
  };
}

function mayOpen(text: string): boolean {
  if (text.length >= longestTag) return false;
  const start = text.toLowerCase();
  return reasoningTags.some((tag) => tag.startsWith(start));
}
