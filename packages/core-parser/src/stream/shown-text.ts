import type { StepDelta } from './step-delta.ts';

/** Collects what is shown of a reply, without the white space around the whole thought and the whole answer. */
export type ShownText = {
  /** Something of the present thought or answer has been shown. */
  readonly hasText: boolean;
  add(kind: StepDelta['kind'], text: string): void;
  /** A further `Thought:` begins a new line of the thought. */
  startThought(): void;
  startAnswer(): void;
  /** Gives what has been added since the last time. */
  takeDeltas(): StepDelta[];
};

/** Creates the collection for one reply. */
export function createShownText(): ShownText {
  let deltas: StepDelta[] = [];
  let space = '';
  let hasText = false;
  return {
    get hasText() {
      return hasText;
    },
    add(kind, text) {
      const visible = (hasText ? text : text.trimStart()).trimEnd();
      if (visible === '') {
        if (hasText) space += text;
        return;
      }
      const last = deltas.at(-1);
      if (last?.kind === kind) last.text += space + visible;
      else deltas.push({ kind, text: space + visible });
      space = text.slice(text.trimEnd().length);
      hasText = true;
    },
    startThought() {
      space = hasText ? '\n' : '';
    },
    startAnswer() {
      space = '';
      hasText = false;
    },
    takeDeltas() {
      const taken = deltas;
      deltas = [];
      return taken;
    },
  };
}
