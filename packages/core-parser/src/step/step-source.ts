import { readOutline, type StepOutline } from '../asked-forms/step-outline.ts';

/** The text of a completion, as the grammars read it. Its outline is read once, for all that ask for it. */
export type StepSource = { readonly text: string; readonly outline: StepOutline };

/** Makes a text ready for the grammars. */
export function stepSource(text: string): StepSource {
  let outline: StepOutline | undefined;
  return {
    text,
    get outline() {
      outline ??= readOutline(text);
      return outline;
    },
  };
}
