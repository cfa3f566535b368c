import type { Writable } from 'node:stream';
import type { LiveLines } from './live-lines.ts';

/** The last event that a page has, and of which log it is. */
export type Place = { readonly life: number; readonly seq: number };

/** How a place is written as the id of a message: the number of the event, after the first log with that of the log before it. */
function idOf({ life, seq }: Place): string {
  return life === 0 ? String(seq) : `${life}:${seq}`;
}

/** Reads the id of a message; undefined for what is none. */
export function placeOf(id: unknown): Place | undefined {
  const [, life = '0', seq] = /^(?:(\d{1,9}):)?(\d{1,15})$/.exec(String(id)) ?? [];
  return seq === undefined ? undefined : { life: Number(life), seq: Number(seq) };
}

/**
 * One page that listens. It holds a place in the lines that all readers share, and no lines of its own. When another log
 * begins, the page gets it from its header.
 */
export class Reader {
  readonly #response: Writable;
  readonly #lines: LiveLines;
  #life: number;
  #seq: number;
  #hasHeader: boolean;
  /** The connection takes nothing more for now. */
  #isFull = false;
  #isEnding = false;

  /** `place` is the last event that the page has. */
  constructor(response: Writable, lines: LiveLines, place: Place | undefined) {
    this.#response = response;
    this.#lines = lines;
    this.#life = place?.life ?? lines.life;
    this.#seq = place?.seq ?? -1;
    this.#hasHeader = place !== undefined;
    response.on('drain', () => {
      this.#isFull = false;
      this.send();
    });
  }

  /** Sends what is new, as long as the connection takes it; the rest follows when it does again. */
  send(): void {
    if (this.#life !== this.#lines.life) {
      this.#life = this.#lines.life;
      this.#seq = -1;
      this.#hasHeader = false;
    }
    if (!this.#hasHeader && this.#lines.header !== undefined) {
      this.#hasHeader = true;
      this.#write(`data: ${this.#lines.header}\n\n`);
    }
    while (!this.#isFull) {
      const line = this.#lines.after(this.#seq);
      if (line === undefined) break;
      this.#seq = line.seq;
      this.#write(`id: ${idOf({ life: this.#life, seq: line.seq })}\ndata: ${line.text}\n\n`);
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
