const maxTextChars = 4000;

/** Words that occur in any task and any description of a tool, so that sharing them says nothing. */
const stopWords = new Set(
  [
    'a an the this that these those some any all each every no not only more most other such own same',
    'i me my we us our you your he him his she her it its they them their one ones who whom whose what which when where why how',
    'is am are was were be been being do does did doing done has have had can could may might must should will would let please want need',
    'and or but nor so if then else than as because while until about above after again against at before below between by down',
    'for from in into of off on onto out over per through to toward under up upon via with within without there here also both either',
    'tool tools call calls use uses used using action input output argument arguments parameter parameters value values given give gives',
    'return returns returned result results try next need needs now step first next again',
    'error failed failure null true false string number object',
  ]
    .join(' ')
    .split(' '),
);

/**
 * The words of a text that say something, as light stems in lower case, each once. `checkFees` and `check_fees` have two.
 * Reads at most 4,000 characters.
 */
export function contentWords(text: string): ReadonlySet<string> {
  const parts = text
    .slice(0, maxTextChars)
    .normalize('NFKC')
    .matchAll(/\p{Lu}*[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+/gu);
  const words = new Set<string>();
  for (const [part] of parts) {
    const word = part.toLowerCase();
    if (word.length > 1 && !stopWords.has(word)) words.add(stemOf(word));
  }
  return words;
}

/** A light stem: it only has to be the same for related words, not a word itself. */
function stemOf(word: string): string {
  for (const [ending, shortest, put] of endings) {
    if (word.length >= shortest && word.endsWith(ending)) {
      return word.slice(0, -ending.length) + put;
    }
  }
  return word;
}

const endings = [
  ['ies', 5, 'y'],
  ['sses', 6, 'ss'],
  ['ing', 6, ''],
  ['ed', 5, ''],
  ['ss', 3, 'ss'],
  ['us', 3, 'us'],
  ['s', 4, ''],
  ['e', 5, ''],
] as const;
