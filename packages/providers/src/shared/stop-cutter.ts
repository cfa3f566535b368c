/** Cuts a text that comes in pieces at the first stop sequence, whether or not the server knows of them. */
export type StopCutter = {
  /** The text so far, up to the stop sequence. */
  readonly text: string;
  /** True once a stop sequence has come: nothing that follows counts. */
  readonly isCut: boolean;
  /** Takes a piece and gives what can be shown now: what may be the beginning of a stop sequence is held back. */
  push(piece: string): string;
  /** What was held back and turned out to be text. */
  end(): string;
};

export function createStopCutter(stops: readonly string[] = []): StopCutter {
  const sequences = stops.filter((stop) => stop !== '');
  const longest = Math.max(0, ...sequences.map((stop) => stop.length));
  let text = '';
  let shown = 0;
  let isCut = false;
  const showUpTo = (end: number) => {
    const piece = text.slice(shown, end);
    shown = Math.max(shown, end);
    return piece;
  };
  return {
    get text() {
      return text;
    },
    get isCut() {
      return isCut;
    },
    push(piece) {
      if (isCut) return '';
      const from = Math.max(0, text.length - longest + 1);
      text += piece;
      const found = sequences.map((stop) => text.indexOf(stop, from)).filter((at) => at !== -1);
      if (found.length === 0)
        return showUpTo(Math.max(shown, text.length - Math.max(0, longest - 1)));
      isCut = true;
      text = text.slice(0, Math.min(...found));
      return showUpTo(text.length);
    },
    end: () => showUpTo(text.length),
  };
}
