/**
 * One word of a text: as written and in lower case. `endsClause` is true when punctuation follows, `isInName` when it is
 * part of a path, a file name or an identifier, such as `/var/log`, `report.csv` and `trace_2`.
 */
export type Word = {
  readonly written: string;
  readonly lower: string;
  readonly endsClause: boolean;
  readonly isInName: boolean;
};

const maxTextChars = 4000;

/** The words of a text: runs of letters or of digits, so `check_fees` has two. Reads at most 4,000 characters. */
export function wordsOf(text: string): string[] {
  return readable(text).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

/** The same words as they stand in the text. */
export function wordsInPlace(text: string): Word[] {
  const read = readable(text);
  const words: Word[] = [];
  for (const { 0: part, index } of read.matchAll(/[\p{L}\p{M}]+|\p{N}+|[,;.:!?]+(?=\s|$)/gu)) {
    const last = words.at(-1);
    if (!/^[,;.:!?]/.test(part)) {
      const before = read.slice(Math.max(0, index - 1), index);
      const after = read.slice(index + part.length, index + part.length + 2);
      const isInName = /^[/\\_@#]/.test(before) || /^(?:[/\\_@]|\.[\p{L}\p{N}])/u.test(after);
      words.push({ written: part, lower: part.toLowerCase(), endsClause: false, isInName });
    } else if (last !== undefined) {
      words[words.length - 1] = { ...last, endsClause: true };
    }
  }
  return words;
}

/** The parts of a compound such as `checkFees`, in lower case; none when the word is no compound. */
export function partsOf(word: string): string[] {
  const parts = word.match(/\p{Lu}*[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+/gu) ?? [];
  return parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [];
}

/**
 * A light stem, so that `fee` meets `fees` and `launched` meets `launching`. It only has to be the same for related
 * words, not a word itself.
 */
export function stemOf(word: string): string {
  return withoutFinalE(withoutVerbEnding(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word))
    return word.slice(0, -1);
  return word;
}

function withoutVerbEnding(word: string): string {
  const ending =
    word.length > 5 && word.endsWith('ing') ? 3 : word.length > 4 && word.endsWith('ed') ? 2 : 0;
  if (ending === 0) return word;
  const rest = word.slice(0, -ending);
  const doubled = rest.length > 3 && rest.at(-1) === rest.at(-2) && !/[lsz]$/.test(rest);
  return doubled ? rest.slice(0, -1) : rest;
}

function withoutFinalE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}

function readable(text: string): string {
  return text.slice(0, maxTextChars).normalize('NFKC');
}
