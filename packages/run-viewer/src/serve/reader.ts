import type { Writable } from 'node:stream';
import type { LiveLines } from './live-lines.ts';

/** One page that listens. It holds a place in the lines that all readers share, and no lines of its own. */
export class Reader {
  readonly #response: Writable;
  readonly #lines: LiveLines;
  #seq: number;
  #hasHeader: boolean;
  /** The connection takes nothing more for now. */
  #isFull = false;
  #isEnding = false;

  /** `seq` is the last event that the page has; -1 for none. */
  constructor(response: Writable, lines: LiveLines, seq: number) {
    this.#response = response;
    this.#lines = lines;
    this.#seq = seq;
    this.#hasHeader = seq >= 0;
    response.on('drain', () => {
      this.#isFull = false;
      this.send();
    });
  }

  /** Sends what is new, as long as the connection takes it; the rest follows when it does again. */
  send(): void {
    if (!this.#hasHeader && this.#lines.header !== undefined) {
      this.#hasHeader = true;
      this.#write(`data: ${this.#lines.header}\n\n`);
    }
    while (!this.#isFull) {
      const line = this.#lines.after(this.#seq);
      if (line === undefined) break;
      this.#seq = line.seq;
      this.#write(`id: ${line.seq}\ndata: ${line.text}\n\n`);
    }
    if (this.#isEnding && !this.#isFull) this.#response.end();
  }

  /** Keeps the connection from being taken for a dead one. */
  ping(): void {
    if (!this.#isFull) this.#write(': still here\n\n');
  }

  /** Ends the connection once everything is sent. */
  end(): void {
    this.#isEnding = true;
    this.send();
  }

  #write(text: string): void {
    if (!this.#response.write(text)) this.#isFull = true;
  }
}
