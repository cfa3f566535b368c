import { demandWords, qualifierWords, stopWords } from './stop-words.ts';
import type { Word } from './words.ts';
import { partsOf, stemOf, wordsInPlace, wordsOf } from './words.ts';

/** Stems of the words a goal is about, with the weight that each has alone. */
export type FocusTerms = ReadonlyMap<string, number>;

const askedFor = 1;
const qualifying = 0.3;

/**
 * What a goal is about (L5). What is asked for weighs 1; what only qualifies it, the words after a preposition
 * such as "to" or after a possessive, weighs 0.3 unless it is a name, a path or a number, which are rare enough to tell a
 * topic. In "What fees apply to my checking
 * account" one mention of fees is enough and one of accounts is not.
 */
export function focusTermsOf(goal: string): FocusTerms {
  const weights = new Map<string, number>();
  let qualifies = false;
  let demandStarted = false;
  wordsInPlace(goal).forEach((word, at) => {
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

/** How much a text with these stems is about the focus terms: the summed weight of those it mentions, from 0 to 1. */
export function relevanceOf(stems: ReadonlySet<string>, terms: FocusTerms): number {
  let sum = 0;
  for (const [stem, weight] of terms) if (stems.has(stem)) sum += weight;
  return Math.min(1, sum);
}

/** The stems of a text that could tell its topic; none when it has no topic, as `calculate(3 * 4)`. */
export function topicOf(text: string): ReadonlySet<string> {
  const stems = new Set<string>();
  let hasWord = false;
  const add = (word: string) => {
    if (stopWords.has(word)) return;
    const stem = stemOf(word);
    hasWord ||= /\p{L}{2}/u.test(stem);
    stems.add(stem);
  };
  for (const word of wordsOf(text)) {
    add(word.toLowerCase());
    for (const part of partsOf(word)) add(part);
  }
  return hasWord ? stems : new Set();
}

function isName(word: Word, at: number): boolean {
  return word.isInName || /\p{N}/u.test(word.written) || (at > 0 && /^\p{Lu}/u.test(word.written));
}
