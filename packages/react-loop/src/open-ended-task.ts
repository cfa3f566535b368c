const openPhrases = [
  'the best',
  'the most',
  'the ideal',
  'the perfect',
  'the optimal',
  'all of',
  'all the',
  'find all',
  'list all',
  'as many',
  'as much',
  'all possible',
  'every possible',
  'everything about',
];

/**
 * Finds out whether a task has no end of its own, like "find the best option" (R16), and suggests one that has.
 * By English phrases only; undefined when it finds none of them.
 */
export function openEndedTask(task: string): { phrase: string; suggestion: string } | undefined {
  const words = ` ${
    task
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
  const phrase = openPhrases.find((each) => words.includes(` ${each} `));
  if (phrase === undefined) return undefined;
  return {
    phrase,
    suggestion: `"${phrase}" names no end: say how many or how good is enough ("find three options"), or give a goal check`,
  };
}
