/** One line of a run log with the number of its event. */
export type LiveLine = { readonly seq: number; readonly text: string };

/**
 * The lines of a run that goes on. Events that are told again, as when a run is resumed, are known already and change nothing.
 * Beyond `maxChars` the oldest lines are let go, the first one excepted.
 */
export class LiveLines {
  readonly #maxChars: number;
  #header: string | undefined;
  #first: LiveLine | undefined;
  #lines: LiveLine[] = [];
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get header(): string | undefined {
    return this.#header;
  }

  get lastSeq(): number {
    return (this.#lines.at(-1) ?? this.#first)?.seq ?? -1;
  }

  /** Takes a line; whether it was new. What is no line of a run log is none. */
  add(text: string): boolean {
    const value = parse(text);
    if (value?.type === 'log') {
      const isNew = this.#header === undefined;
      if (isNew) this.#header = JSON.stringify(value);
      return isNew;
    }
    if (!Number.isSafeInteger(value?.seq) || Number(value?.seq) <= this.lastSeq) return false;
    // Written anew, so that no line break is in it, whoever wrote it.
    const line = { seq: Number(value?.seq), text: JSON.stringify(value) };
    if (this.#first === undefined) this.#first = line;
    else this.#push(line);
    return true;
  }

  /** The first line behind an event; undefined when there is none yet. */
  after(seq: number): LiveLine | undefined {
    if (this.#first !== undefined && this.#first.seq > seq) return this.#first;
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lines[middle]!.seq > seq) high = middle;
      else low = middle + 1;
    }
    return this.#lines[low];
  }

  #push(line: LiveLine): void {
    this.#lines.push(line);
    this.#chars += line.text.length;
    if (this.#chars <= this.#maxChars) return;
    // Down to three quarters at once, so that not every line moves all the others.
    let gone = 0;
    while (this.#chars > this.#maxChars * 0.75 && gone < this.#lines.length - 1) {
      this.#chars -= this.#lines[gone]!.text.length;
      gone += 1;
    }
    this.#lines.splice(0, gone);
  }
}

function parse(text: string): { readonly type?: unknown; readonly seq?: unknown } | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
