/** Holds back leading `<think>` blocks of a text that comes in pieces. */
export type ReasoningFilter = {
  /** The part of the text that is known to be no reasoning. */
  pass(piece: string): string;
};

const opening = /^\s*<(think|thinking|reasoning)>/i;
const longestOpening = '<reasoning>'.length;

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
      const open = opening.exec(held);
      if (open === null) break;
      held = held.slice(open[0].length);
      closingTag = `</${open[1]!.toLowerCase()}>`;
    }
    if (mayOpen(held.trimStart())) {
      // A long run of white space is not looked at again and again.
      held = held.trimStart();
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
  if (text === '') return true;
  if (!text.startsWith('<') || text.length >= longestOpening) return false;
  const start = text.toLowerCase();
  return ['<think>', '<thinking>', '<reasoning>'].some((tag) => tag.startsWith(start));
}
