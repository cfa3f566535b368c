/** Cuts a text that comes in pieces at the stop sequence that is complete first, whether or not the server knows of them. */
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

/** Reads every character a bounded number of times, however many pieces there are: only the end of the text is searched. */
export function createStopCutter(stops: readonly string[] = []): StopCutter {
  const sequences = stops.filter((stop) => stop !== '');
  const mostHeld = Math.max(0, ...sequences.map((stop) => stop.length - 1));
  let shown = '';
  let held = '';
  let isCut = false;
  const show = (end: number) => {
    const piece = held.slice(0, end);
    shown += piece;
    held = held.slice(end);
    return piece;
  };
  return {
    get text() {
      return shown + held;
    },
    get isCut() {
      return isCut;
    },
    push(piece) {
      if (isCut) return '';
      held += piece;
      const found = firstComplete(held, sequences);
      if (found === undefined) return show(endOfWhole(held, held.length - mostHeld));
      isCut = true;
      held = held.slice(0, found);
      return show(held.length);
    },
    end: () => show(held.length),
  };
}

/** Where the sequence begins that was complete first, as a server stops; so pieces make no difference. */
function firstComplete(text: string, sequences: readonly string[]): number | undefined {
  const found = sequences
    .map((stop) => ({ at: text.indexOf(stop), length: stop.length }))
    .filter(({ at }) => at !== -1)
    .sort((left, right) => left.at + left.length - right.at - right.length || left.at - right.at);
  return found[0]?.at;
}

/** Half a surrogate pair waits for the other half. */
function endOfWhole(text: string, wanted: number): number {
  const end = Math.max(0, wanted);
  return end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end;
}
