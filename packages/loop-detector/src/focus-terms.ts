import { demandWords, qualifierWords, stopWords } from './stop-words.ts';
import type { Word } from './words.ts';
import { partsOf, stemOf, wordsOf } from './words.ts';

/** Stems of the words a goal is about, with the weight that each has alone. */
export type FocusTerms = ReadonlyMap<string, number>;

const askedFor = 1;
const qualifying = 0.3;

/**
 * What a goal is about (L5). What is asked for weighs 1; what only qualifies it, the words after a preposition
 * such as "to" or after a possessive, weighs 0.3 unless it is a name or a number, which are rare enough to tell a topic. In "What fees apply to my checking
 * account" one mention of fees is enough and one of accounts is not.
 */
export function focusTermsOf(goal: string): FocusTerms {
  const weights = new Map<string, number>();
  let qualifies = false;
  let demandStarted = false;
  wordsOf(goal).forEach((word, at) => {
    if (demandWords.has(word.lower)) {
      qualifies = false;
      demandStarted = false;
    } else if (qualifierWords.has(word.lower)) {
      // Only what follows something asked for can qualify it: in "For how long …" nothing came before.
      qualifies = demandStarted;
    } else if (!stopWords.has(word.lower)) {
      const weight = qualifies && !isName(word, at) ? qualifying : askedFor;
      const stem = stemOf(word.lower);
      weights.set(stem, Math.max(weight, weights.get(stem) ?? 0));
      demandStarted = true;
    }
    if (word.endsClause) {
      qualifies = false;
      demandStarted = false;
    }
  });
  return weights;
}

/** How much a text is about the focus terms: the summed weight of those it mentions, from 0 to 1. */
export function relevanceOf(text: string, terms: FocusTerms): number {
  const stems = new Set(contentStems(text));
  let sum = 0;
  for (const [stem, weight] of terms) if (stems.has(stem)) sum += weight;
  return Math.min(1, sum);
}

/** True when a text has words that could tell its topic: `calculate(3 * 4)` has none. */
export function hasTopic(text: string): boolean {
  return contentStems(text).some((stem) => /\p{L}{2}/u.test(stem));
}

function contentStems(text: string): string[] {
  return wordsOf(text)
    .flatMap((word) => [word.lower, ...partsOf(word)])
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}

function isName(word: Word, at: number): boolean {
  return /\p{N}/u.test(word.written) || (at > 0 && /^\p{Lu}/u.test(word.written));
}
