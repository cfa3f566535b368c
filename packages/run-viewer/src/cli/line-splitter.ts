import { StringDecoder } from 'node:string_decoder';

/** A line of a file, counted from 1. */
export type NumberedLine = { readonly text: string; readonly number: number };

/** Puts together the lines of a file that comes in pieces. Lines end at line feeds alone, as in a run log. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  /** A line that has no end yet; in pieces, so that a long one is put together once. */
  #rest: string[] = [];
  #number = 1;

  /** Takes a piece and gives the lines that it ends. */
  add(bytes: Buffer): NumberedLine[] {
    const [first, ...more] = this.#decoder.write(bytes).split('\n');
    this.#rest.push(first!);
    return more.map((next) => {
      const line = { text: this.#rest.join(''), number: this.#number };
      this.#rest = [next];
      this.#number += 1;
      return line;
    });
  }

  /** Gives the line without an end if it is one that is wanted, and then never again. */
  takeLast(isWanted: (text: string) => boolean): NumberedLine[] {
    const text = this.#rest.join('');
    this.#rest = [text];
    if (text === '' || !isWanted(text)) return [];
    this.#rest = [];
    return [{ text, number: this.#number }];
  }
}
