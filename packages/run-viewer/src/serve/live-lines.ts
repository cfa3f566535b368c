/** One line of a run log with the number of its event. */
export type LiveLine = { readonly seq: number; readonly text: string };

/**
 * The lines of a run that goes on. An event that is told twice counts once. A header begins another log, also of the same
 * session, as when a run is resumed and tells its events again or its file is written anew: nothing of the log before it
 * stays. Events of another session than the header's are none.
 * Beyond `maxChars` the oldest lines are let go, the first one excepted.
 */
export class LiveLines {
  readonly #maxChars: number;
  #header: string | undefined;
  #session: unknown;
  #life = 0;
  #first: LiveLine | undefined;
  #lines: LiveLine[] = [];
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get header(): string | undefined {
    return this.#header;
  }

  /** How many logs there were before this one. The numbers of events count within one of them. */
  get life(): number {
    return this.#life;
  }

  get lastSeq(): number {
    return (this.#lines.at(-1) ?? this.#first)?.seq ?? -1;
  }

  /** Takes a line; whether it was new. What is no line of a run log is none. */
  add(text: string): boolean {
    const value = parse(text);
    if (value?.type === 'log') {
      this.#begin(JSON.stringify(value), value.session);
      return true;
    }
    if (this.#header !== undefined && value?.session !== this.#session) return false;
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

  #begin(header: string, session: unknown): void {
    // Whatever stood there without a header belongs to none, and least of all to this one.
    if (this.lastSeq >= 0 || this.#header !== undefined) this.#life += 1;
    this.#header = header;
    this.#session = session;
    this.#first = undefined;
    this.#lines = [];
    this.#chars = 0;
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

type Entry = { readonly type?: unknown; readonly seq?: unknown; readonly session?: unknown };

function parse(text: string): Entry | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
